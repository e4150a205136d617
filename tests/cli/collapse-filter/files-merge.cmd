# needs: gzip
printf 'a 1\nb 2\n' >one.folded
printf 'b 4\n' | gzip >two.folded.gz
echo '== as they are'; collapse-filter one.folded two.folded.gz
echo '== weighted'; collapse-filter --merge one.folded:0.5 two.folded.gz:2
echo '== weighted from standard input'; collapse-filter --merge one.folded:3 -- -:2 <one.folded
collapse-filter one.folded:0.5
echo "exit $?"
collapse-filter --merge one.folded:0
echo "exit $?"
collapse-filter --merge one.folded:1.2.3
