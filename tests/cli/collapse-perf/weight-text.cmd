# forms of fields in the text of event lines
weigh() # TEXT [EVENT]
{
	printf 'prog 1/1 [000] 1.500000: %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "${2-probe:p}" "$1" |
		collapse-perf --no-header --weight n 2>&1 | sed "s|^|$1 -> |" | head -1
}
for text in 'n=5' 'n=0x10' 'n = 7' 'n= 8' 'n: 9' 'n: 0x0000000a, m: 3' '(401136) n=11' '(1 <- 2) m=1 n=12 o=2' \
	'n="13"' 'n=14, m=1' '(n=15)' 'n=16 [ns]' 'nn=1 n=17' 'm="n=1" n=18' 'm="a \" n=1" n=19' 'm="a n=20' 'a-n=1 n=1' \
	'n=x n=21' 'n=18446744073709551615' 'n=9223372036854775807' 'n=-1' 'n=-0 n=3' 'n=0xffffffffffffffff' \
	'n=18446744073709551616' 'n=0x10000000000000000' 'n=1.5' 'n=4kB' 'n=0x' 'n=' 'n' '' 'n==3' 'N=3' "it's n=22"; do
	weigh "$text"
done
echo == results of system calls
result() # EVENT TEXT
{
	printf 'prog 1/1 [000] 1.500000: %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "$1" "$2" |
		collapse-perf --no-header --weight ret 2>&1 | sed "s|^|$1 $2 -> |" | head -1
}
result syscalls:sys_exit_read 0x10
result syscalls:sys_exit_read 0xfffffffffffffff2
result raw_syscalls:sys_exit 'NR 0 = 16'
result raw_syscalls:sys_exit 'NR 0 = -11'
result probe:f 0x10
echo == quotes without an end, half a million times
{
	printf 'prog 1/1 [000] 1.500000: probe:p: m="'
	head -c 1000000 /dev/zero | tr '\0' '\\' | sed 's/\\\\/\\"/g'
	printf ' n=5\n\t1000 work+0x1 (/bin/prog)\n\n'
} >long
timeout 20 collapse-perf --weight n long
