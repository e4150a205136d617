# needs: flamegraph.pl
# The root has no privilege.
echo "a 250" | flamegraph.pl --minwidth 100% --total 400 >svg
grep -c '<title>' svg
grep -o '<svg version[^>]*' svg | grep -o 'height="[0-9.]*"'
printf 'a;b 1\na 99\n' | flamegraph.pl --minwidth 2% | grep -o '<title>[^<]*' | cut -c8-
printf 'a;b 1\na 99\n' | flamegraph.pl --minwidth 12 | grep -o '<title>[^<]*' | cut -c8-
echo "a 1" | flamegraph.pl --minwidth abc
echo $?
