# Each file's last line is whole, - is standard input.
printf 'a;b 1' >one
printf 'a;c 2\n' >two
echo "a 3" | flamegraph one - two | grep -o '<title>.*</title>'
