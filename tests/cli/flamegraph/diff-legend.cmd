legend() # FILE - its patches and texts
{
	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
}

# What the colours mean and the largest change, in lines of their own below the rest; the name is
# cut to the width.
printf 'main;grow;child 20 60\nmain;shrink 80 30\nmain;old 25 0\nmain;old;deep 15 0\nmain;fresh 0 25\nmain;a;moved 30 0\nmain;b;moved 0 30\nmain;a 10 10\nmain;b 10 10\nmain;same 40 40\nidle 20 45\n' >in
flamegraph in >svg
legend svg
grep -o '<svg version.*height="[0-9]*"' svg | sed 's/.*width/width/'
grep -o 'id="[a-z]*" .*y="[0-9.]*">' svg | grep -v '<\|class="row'
sed -n '/id="legend"/,/<.g>/s/.*<text \(.*\)<.text>/\1/p' svg
sed 's/shrink/a_name_that_is_much_too_long_for_so_small_a_picture/' in | flamegraph --width 500 --inverted >svg
legend svg
flamegraph --no-javascript --factor 1e-1 --diff-scale frame in >svg
legend svg
flamegraph --colordiffusion in | grep "id=.legend" || echo "no legend"
