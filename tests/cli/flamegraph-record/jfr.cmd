# what java is called with, word by word; a program that starts a JVM; events; a process
. "$CASES/../../system/record/stand-in.sh"; RECORDING=$FIXTURES/jfr/shop-17.jfr; export RECORDING; ARGV=$PWD/argv; export ARGV; only java jcmd
words() { sed 's,/[^ ]*/flamegraph-record\.[A-Za-z0-9]*,WORK,g' argv; rm argv; }
flamegraph-record --profiler jfr -- java -jar 'a b.jar' 2>&1 | constant; words
grep -o '<title>[^<]*' flamegraph.svg | head -n 2
printf '#!/bin/sh\njava -version\njava -jar app.jar\n' >run; chmod +x run
JAVA_TOOL_OPTIONS=-Xint flamegraph-record -q --profiler jfr -e alloc -o alloc.svg -- ./run; words
grep -o '<title>[^<]*' alloc.svg | head -n 2
flamegraph-record -q --profiler jfr --duration 0.1 -e lock,VirtualThreadPinned -p $$ -o locks.svg --keep 2>&1 | constant; words | sed "s/^$$\$/PID/"
grep -o '<title>[^<]*' locks.svg | head -n 2
ls
flamegraph-record -q --profiler jfr -F 20 --keep -o kept.svg -- java 2>&1 | sed 's/pid-[0-9]*/pid/'; rm argv; ls | sed 's/pid-[0-9]*/pid/'
