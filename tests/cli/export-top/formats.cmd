printf 'main;read_[k] 3.5\nmain;<b>*x*</b>|"y" 1\nmain;\033[31m\377\t=1 18446744073.7\n;z 1\n' >in
for format in text markdown json csv; do
	export-top -f $format in
done
export-top -f xml in
