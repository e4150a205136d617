flamegraph-record --live 1s -- true
echo $?
flamegraph-record --window 1s -- true
echo $?
