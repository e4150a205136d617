# needs: gzip
f="$FIXTURES/pprof/go-block.pb.gz"
head -c 1000 "$f" >cut.gz
(head -c 1000 "$f"; printf xxxxx; tail -c +1006 "$f") >bad.gz
(cat "$f"; printf x) >tail.gz
gzip -dc "$f" >raw
head -c 1000 raw >cut
cat raw raw >twice
printf "" >empty
for i in cut.gz bad.gz tail.gz cut twice empty; do collapse-pprof -q $i; done
collapse-pprof "$f" empty
printf "main;work 1\n" | collapse-pprof
