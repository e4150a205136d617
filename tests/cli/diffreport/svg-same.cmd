# equal totals are not scaled; a name with all sorts of signs
printf 'main;a 100\nmain;b 900\n' >a
diffreport --svg '-x "$y".svg' a a | grep Graph; ls
difffolded a a | flamegraph --title 'Differential Flame Graph' | cmp - ./-x*.svg
