# What reads folded stacks and writes some keeps the header.
printf '%s\n' '# flambeau: event=cpu' '# flambeau: unit=ns' '# flambeau: samples=5' \
	'# flambeau: host="a b"' 'a;b 2' 'a;a;c 3' >in
collapse-filter in
echo == merged
collapse-filter --merge in in
echo == nobody knows how many samples are left
collapse-filter --focus b in 2>/dev/null
collapse-filter --top 1 in 2>/dev/null
echo == recursive
collapse-recursive in
stackcollapse-recursive.pl in
echo == of files with different units
sed 's/unit=ns/unit=bytes/' in >bytes
collapse-filter --merge in bytes
echo == a differential has no samples, its picture neither
difffolded in in
diffreport --svg diff.svg in in >report
grep -o '<title>all[^<]*' diff.svg
diffreport in bytes 2>&1 >report
