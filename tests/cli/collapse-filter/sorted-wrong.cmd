printf '%s\n' 'a 1' 'c 1' '# a comment' 'b;x 2' >unsorted
printf '%s\n' 'a 1' 'b 2 3' >columns
printf 'a 1\nb;c 12' >cut
printf '%s\n' 'a 1' '# flambeau: unit=ns' 'b 1' >header
printf '%s\n' '# flambeau: samples=3' >nothing
printf '%s\n' 'a 18446744073709551615' >large
printf '%s\n' '@a=1;x 1' '@a=2;w 1' >labels
try()
{
	collapse-filter --merge --sorted "$@" || echo "exit $?"
}
for file in unsorted columns cut header nothing missing; do
	try $file
done
try large large
try large:2
try --add-label a=1 labels
try -o out unsorted
ls
