printf 'a;b 1\n' >one
printf 'c 1\n' >two
export-speedscope --stats -o out.json one two 2>&1 | sed 's/stacks, .*/stacks/'
