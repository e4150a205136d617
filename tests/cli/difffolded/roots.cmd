# a program of another name: the roots that only one side has are one where both call the same functions
printf 'sh;wait 1\nold;_start;main;a 6\nold;_start;main;b 2\nold;odd 1\n' >before
printf 'sh;wait 2\nnew;_start;main;a 5\nnew;_start;main;c 5\nnew;other 3\nnew 1\n' >after
difffolded before after; echo; difffolded --keep-root before after; echo; difffolded --ignore-root before after
difffolded --ignore-root --keep-root before after; echo "exit $?"
for name in difffolded.pl inferno-diff-folded; do $name before after | grep -c '^old;'; done
