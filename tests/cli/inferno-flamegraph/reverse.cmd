# a line that is turned round begins with no blanks, neither where it is sorted nor where it is drawn
printf '%s\n' 'main;<[T; _]>::default 5' 'main;Vec::new 3' 'main;<[T; _]>::default;alloc 2' >in
printf 'main ;\t drop 4\n' >>in
inferno-flamegraph --reverse in | grep -o '<title>[^<]*'
for tool in flamegraph.pl flamegraph; do
	echo "# $tool"
	$tool --reverse in | grep -o '<title>[^<]*'
done
