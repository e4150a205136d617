# needs: inferno-flamegraph
# Short options in clusters; nothing twice, nothing shortened.
echo "a 100" >in
inferno-flamegraph -i -c blue in | grep -o 'id="title".*'
inferno-flamegraph -cblue -q in | grep -o 'stop-color="[^"]*"' | head -n 1
inferno-flamegraph --color blue in
echo $?
inferno-flamegraph --hash --hash in
echo $?
inferno-flamegraph --total 5 in
echo $?
inferno-flamegraph --colors chain in
echo $?
inferno-flamegraph --fontsize 9.5 in
echo $?
inferno-flamegraph --minwidth 1% in
echo $?
inferno-flamegraph --random in
echo $?
