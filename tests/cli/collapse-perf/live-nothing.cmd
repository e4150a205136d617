printf '' | collapse-perf --live 1s --no-header
echo $?
echo 'no perf here' | collapse-perf --live 1s --no-header
echo $?
