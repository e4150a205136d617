# a process that is not there is named, whatever perf says about it, and nothing is run
. "$CASES/../../system/record/stand-in.sh"; only perf; ARGV=$PWD/argv; export ARGV; svg
sh -c 'echo $$' >gone; flamegraph-record -p "$(cat gone)" 2>&1 | sed "s/process $(cat gone)\$/process GONE/"
flamegraph-record -p 1,99999999999; echo "exit $?"; flamegraph-record -p 0; echo "exit $?"; kept; ls
