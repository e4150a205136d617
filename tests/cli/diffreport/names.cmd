# sides may have names of their own
printf 'a 1\n' >x
diffreport --before-name './before --all' --after-name "new<b>" x x | grep -e ^Before -e ^After
diffreport -f markdown --after-name "new<b>" x x | grep -o 'After.*total'
diffreport -f json --before-name ./before x x | grep '"name"'
