echo 'a 18446744073709551615' >in
collapse-filter in
collapse-filter --scale 2 in
echo "exit $?"
collapse-filter --merge in in
