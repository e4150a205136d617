printf '%s\n' '@time=2.5;@cpu=3;@tid=7;main;b 1' '@time=11.5;@cpu=9;@tid=7;main 2' >narrow
printf '%s\n' '0x1;f 1' '@time=004.25;@cpu=0010;@tid=7;main;b 1' 'main 5' >wide.folded
for sorted in "" --sorted; do
	collapse-filter --merge $sorted wide.folded
	collapse-filter --merge --sorted narrow
	collapse-filter --merge $sorted --add-label 'host={}' wide.folded
done
printf '%s\n' '@cpu=3;b 1' '@cpu=12;a 2' | sort >cpus
printf '%s\n' '@cpu=003;b 1' '@cpu=004;@tid=1;# x;a 2' '@x=1;@y=2 3' >more
collapse-filter --merge more
collapse-filter --merge --sorted more
collapse-filter --merge --sorted -o out more && cat out
