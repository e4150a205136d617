# what could have been selected, the most frequent first
collapse-jfr --event-filter nosuch "$FIXTURES/jfr/samples.txt"; echo $?
sed 's/jdk.ExecutionSample/jdk.Other/' "$FIXTURES/jfr/samples.txt" | collapse-jfr -j 3 --chunk-size 100
