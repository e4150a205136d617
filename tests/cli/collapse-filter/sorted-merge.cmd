printf '%s\n' '# flambeau: unit=ns' '# flambeau: samples=3' '# flambeau: host=a' 'a 1' 'a;b 2.5' 'main 1' 'main 4' >one
printf '%s\n' '# flambeau: samples=4' '# flambeau: unit=ns' '# flambeau: host=b' 'a 1' 'a (b) 7' 'main;x 2' >two
for sorted in "" --sorted; do
	collapse-filter --merge $sorted one two:0.5 - <one
	collapse-filter --merge $sorted --root-label v1 --root-label '{}' one two:3
done
