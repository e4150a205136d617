collapse-offcpu "$FIXTURES/offcpu/wakeuptime.txt"
