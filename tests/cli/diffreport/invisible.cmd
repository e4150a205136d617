# Characters that break lines or turn text around, and are not seen, are stand-ins in reports.
printf 'ok 9\na\342\200\250b\342\200\256c 1\n' >before
printf 'ok 90\na\342\200\250b\342\200\256c 9\n' >after
for format in text markdown brief; do
	diffreport --alpha 1 --format $format before after
done
