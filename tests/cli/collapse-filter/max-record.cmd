# A line of more than SIZE bytes with its LF is left out, counted and named, wherever it is.
line() # LENGTH - of a line without its LF: a stack with the count 1
{
	printf "%$(($1 - 2))s 1" '' | tr ' ' a | sed 's/a1$/ 1/'
}
{ line 19 && echo && line 20 && echo && echo 'b 2' && line 30 && echo && line 40 && echo && echo 'c 3' && line 21; } >in
for threads in 1 2; do
	collapse-filter -j $threads --max-record 20 in
	cat in | collapse-filter -j $threads --max-record 20
done
collapse-filter --strict --max-record 20 in
echo $?
collapse-filter --strict --max-record 41 in | wc -l
head -c 19 in | collapse-filter --max-record 19
head -c 19 in | collapse-filter --max-record 18
echo $?
collapse-filter --max-record 0 in
echo $?
collapse-filter --max-record 1X in
echo $?
