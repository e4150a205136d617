echo 'a 1' | flamegraph --html --text; echo $?
echo 'a 1' | flamegraph --html --width 100; echo $?
echo 'a 1' | flamegraph --minwidth 1 --html; echo $?
flamegraph --html -o none.html </dev/null; echo $?
ls
