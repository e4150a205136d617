printf '# flambeau: snapshot=1\na;b 1\n' >s
collapse-filter s
echo $?
flamegraph --text s
echo $?
