# Nothing is left to be as wide as the picture.
printf 'a 5 0\n' >in
flamegraph in >svg
echo $?
flamegraph --diff-width before in | grep -o '<title>.*</title>'
