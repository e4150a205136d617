# The count that follows frames which are left out is not taken for another stack's.
stack() # NAME FRAMES COUNT
{
	for i in $(seq "$2"); do echo "              $1\`f$i+0x1"; done
	echo "                $3"
	echo
}
{ stack a 2 1 && stack b 2 2 && stack long 9 4 && stack c 2 8 && stack d 2 16 && stack long 9 32; } >in
for size in 7 100 ''; do
	collapse-dtrace -j 2 ${size:+--chunk-size $size} --max-record 150 in
	cat in | collapse-dtrace -j 1 ${size:+--chunk-size $size} --max-record 150
done
