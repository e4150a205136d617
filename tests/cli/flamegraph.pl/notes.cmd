# needs: flamegraph.pl
echo "a 100" | flamegraph.pl --notes 'plain -- text' | grep -o '<!--.*'
echo "a 100" | flamegraph.pl --notes 'a<b'
echo $?
