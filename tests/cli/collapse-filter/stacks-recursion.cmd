printf '%s\n' 'a;b;b;b;c 1' 'a;b;a;b;c 2' 'a;b;a;c 4' 'a;b;c;b;d;a 8' >in
for kind in no direct mutual; do
	echo "== $kind"
	collapse-filter --collapse-recursion $kind in
done
