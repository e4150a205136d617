printf 'a;b 1\n' >one
printf 'a;b 2\nc 1\n' >two
export-top one two
export-top -o out.csv -f csv one - <two
cat out.csv
