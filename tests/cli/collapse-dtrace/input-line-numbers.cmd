# of each file
{ cat "$CASES/row-03-java-type.in"; printf '7\n'; } >a
{ printf '8\n'; cat "$CASES/row-01-no-header.in"; } >b
for threads in 1 4; do
	collapse-dtrace -j $threads --chunk-size 20 a b - <a
done
