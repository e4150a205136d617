# values that are none
printf 'main;a 1\n' >a
for option in --fail-over=x --fail-over=-1 --fail-over=101 --budget=x --budget==1 --budget=x=-1 \
	'--budget=(=1' --budget=x=1%% --samples=5 --samples=0,1 --samples=1,x --period=0 --period=x \
	--alpha=0 --alpha=2 --alpha=x --format=html --top=x --svg= --svg=- --nosuch; do
	diffreport $option a a; echo "exit $?"
done
diffreport --samples 1,1 --period 1 a a; echo "exit $?"
diffreport --svg x -o x a a; echo "exit $?"
