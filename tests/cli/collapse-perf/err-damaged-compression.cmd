# needs: gzip zstd
# the magic number is right, the rest is not
printf '\037\213 and no more of it\n' >bad.gz
printf '\050\265\057\375 and no more of it\n' >text.zst # not even the header is
printf '\050\265\057\375\004\130\205\000\000 and no more of it\n' >bad.zst
zstd -q -c "$CASES/opt-pid.in" | head -c 60 >cut.zst
{ gzip -c "$CASES/opt-pid.in"; echo rubbish; } >tail.gz
for file in bad.gz text.zst bad.zst cut.zst tail.gz; do
	collapse-perf $file
	echo "exit $?"
done
