# words for text, too, as far as events count 1
f=$FIXTURES/jfr/short.txt
collapse-jfr -q --event cpu --no-pkgs "$f"
collapse-jfr -q --event alloc --count "$f"
sed 's/jdk.ExecutionSample/jdk.CPUTimeSample/' "$f" | collapse-jfr -q --event cpu --no-pkgs
