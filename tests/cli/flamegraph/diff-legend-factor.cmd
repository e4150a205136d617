legend() # FILE - its patches and texts
{
	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
}

# Twice of everything is more, but no share changed; nothing at all is said too.
printf 'a;b 10 20\nc 5 10\n' | flamegraph >svg
legend svg
printf 'a;b 10 10\n' | flamegraph >svg
legend svg
