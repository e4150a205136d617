# direct and mutual recursion end; nothing is lost
printf '%s\n' 'events: Ir' 'fn=main' '1 1' 'cfn=f' 'calls=1 1' '1 99' 'fn=f' '2 40' 'cfn=f' 'calls=9 2' '2 200' \
	'cfn=g' 'calls=3 3' '2 59' 'fn=g' '3 10' 'cfn=f' 'calls=1 2' '3 49' 'totals: 51' >in
collapse-callgrind in
echo '== only a cycle'
printf '%s\n' 'events: Ir' 'fn=a' '1 10' 'cfn=b' 'calls=1 1' '1 5' 'fn=b' '1 5' 'cfn=a' 'calls=1 1' '1 15' | collapse-callgrind
