collapse-callgrind --event Nope "$FIXTURES/callgrind/hand.out" 2>&1 | sed 's/.*hand.out/hand.out/'
printf '%s\n' 'events: Ir' '1 5' 'fn=(7)' 'fn=(1) f' '2 x' '3 4' 'cfn=(9)' 'calls=1 1' '3 4' 'odd line' 'totals: 9' >in
collapse-callgrind in
collapse-callgrind --strict in
echo "exit $?"
printf '%s\n' 'events: Ir' 'fn=f' '1 18446744073709551615' 'fn=g' '1 18446744073709551615' 'cfn=f' 'calls=1 1' '1 18446744073709551615' | collapse-callgrind
echo "exit $?"
