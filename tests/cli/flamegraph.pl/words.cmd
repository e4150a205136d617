# needs: flamegraph.pl
# Long options with one dash or two, in any case, shortened, behind file names.
echo "only 250" >in
flamegraph.pl in -Titl X -COLO=blue --ha -bg=blue -countn ms >svg
grep -o 'id="title".*' svg
grep -o '<title>[^<]*' svg | cut -c8-
grep -o 'stop-color="[^"]*"' svg
flamegraph.pl --h in
echo $?
flamegraph.pl --nosuch in
echo $?
flamegraph.pl --help
echo $?
flamegraph.pl --width abc in
echo $?
flamegraph.pl --search-color '#ffffff' in
echo $?
