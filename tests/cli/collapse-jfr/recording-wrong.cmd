# what cannot be done, and why
f=$FIXTURES/jfr
collapse-jfr --event alloc,lock "$f/java.jfr"; echo $?
collapse-jfr --event , "$f/java.jfr"; echo $?
collapse-jfr --time 1 "$f/java.jfr"; echo $?
collapse-jfr --time 0.0000000001, "$f/java.jfr"; echo $?
collapse-jfr --event alloc "$f/short.txt" 2>&1 | sed "s,$FIXTURES,fixtures,"
collapse-jfr --lines "$f/short.txt" 2>&1 | sed "s,$FIXTURES,fixtures,"
collapse-jfr --event exceptions "$f/java.jfr"; echo $?
collapse-jfr --states parked "$f/java.jfr"; echo $?
collapse-jfr --event exceptions --list-events "$f/tiny.jfr"; echo $?
printf 'FLR\0' | collapse-jfr; echo $?
printf 'FLR\0' | collapse-jfr --list-events; echo $?
head -c 2000 "$f/tiny.jfr" >cut.jfr
collapse-jfr cut.jfr; echo $?
head -c -14 "$f/tiny.jfr" >cut.jfr
collapse-jfr --no-header cut.jfr; echo $?
collapse-jfr --strict cut.jfr; echo $?
{ cat "$f/tiny.jfr"; echo more; } >more.jfr
collapse-jfr -q --no-header more.jfr; echo $?
collapse-jfr --strict more.jfr; echo $?
cp "$f/tiny.jfr" .
collapse-perf tiny.jfr
