dark() # OPTION... - whether the picture is dark, and when; with its stops
{
	echo "a 1" | flamegraph "$@" >svg
	echo "$*: $(grep -c '#18181b' svg) dark, $(grep -c '^@media screen and (prefers' svg) if preferred"
	grep -o 'Gradient class="[a-z]*"' svg
	xmllint --noout svg
}

dark
dark --color-scheme light
dark --color-scheme dark

# A background that was asked for stays as it is, and decides by itself.
dark --bgcolors '#101820'
dark --bgcolors blue
dark --bgcolors blue --color-scheme auto
dark --bgcolors '#101820' --color-scheme light

# The originals know nothing of it.
for name in flamegraph.pl inferno-flamegraph; do
	echo "a 1" | $name 2>/dev/null | grep -c 'prefers-color-scheme\|18181b'
done
echo "a 1" | flamegraph --color-scheme grey
