# The root gets wider, the others keep their counts; a total that is too small does not count.
printf 'a 30\nb 20\n' >in
flamegraph --total 100 in >svg
grep -o '<title>[^<]*' svg | cut -c8-
grep -o '<rect[^>]*><title>[^(]*' svg
grep -o 'total_samples="[^"]*"' svg
flamegraph --total 49 in | grep -o 'total_samples="[^"]*"'
flamegraph --total 99.5 in | grep -o 'total_samples="[^"]*"'
flamegraph --total abc in
echo $?
