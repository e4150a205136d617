# percentage points with a trailing %
printf 'main;a 300\nmain;b 700\n' >before
printf 'main;a 350\nmain;b 650\n' >after
diffreport --fail-over 4.9% --alpha 1 before after | head -n 7
diffreport --fail-over=+5% --alpha 1 before after >/dev/null; echo "exit $?"
diffreport --budget '^a=+4.9%' --alpha 1 before after >/dev/null; echo "exit $?"
