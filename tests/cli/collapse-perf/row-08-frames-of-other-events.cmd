# what follows a line of another event is not its stack
collapse-perf <"$CASES/row-08-frames-of-other-events.in"
