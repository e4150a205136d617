# Characters that break lines or turn text around, and are not seen, are stand-ins in tables.
printf 'main;a\342\200\250b\342\200\251c 2\nmain;d\342\200\256e\342\201\246f\342\200\213g\342\200\214h 1\n' >in
for format in text markdown csv; do
	export-top -f $format in
done
