printf 'main;a 5\nmain;b 3\nmain;c 1\nmain;d 1\n' >in
COLUMNS=40 flamegraph --text in
COLUMNS=40 flamegraph --text --columns 30 in
COLUMNS=0 flamegraph --text in | head -n 1
COLUMNS=wide flamegraph --text in | head -n 1
COLUMNS=99999999999999999999 flamegraph --text in | head -n 1
COLUMNS=5 flamegraph --text in
for width in 10 5 100% 20% 0; do
	flamegraph --text --columns 40 --minwidth $width in
done
flamegraph --text --columns 19 in
