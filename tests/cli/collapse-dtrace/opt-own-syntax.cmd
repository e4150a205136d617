# a prefix, one dash, and inferno's options; options behind files
cp "$CASES/opt-includeoffset.in" in
collapse-dtrace --includeoffset in >expected
for option in --inc -includeoffset '-n2 --includeoffset' '--includeoffset --includeoffset'; do
	collapse-dtrace $option in | cmp - expected && echo "$option: same"
done
collapse-dtrace in --includeoffset | cmp - expected && echo "behind: same"
