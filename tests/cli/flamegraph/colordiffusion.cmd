colors() # FILE - each frame's title and colour
{
	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
	done
}

# The square root of the width decides.
printf 'a;b 25\na 75\n' | flamegraph --colordiffusion >svg
colors svg
echo "a 1" | flamegraph --colordiffusion --colors red
echo $?
