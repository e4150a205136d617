# the picture, beside the report
printf 'main;a 100\nmain;b 900\n' >before; printf 'main;a 400\nmain;b 620\n' >after
diffreport --svg diff.svg before after; ls
difffolded before after |
	flamegraph --title 'Differential Flame Graph' --diff-normalize | cmp - diff.svg
diffreport --svg diff.svg --format markdown before after | grep svg
diffreport --svg diff.svg --format json before after | grep svg
