printf 'main;same 5 5\nmain;new 0 7\nmain;old;gone 3 0\nmain 1.5 1\n' >in
for format in text markdown json csv; do
	export-top --format $format in
done
export-top --bars always --columns 80 --sort total in
printf 'only;after 0 1\n' | export-top -f csv
