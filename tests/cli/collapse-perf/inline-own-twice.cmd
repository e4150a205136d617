# needs: gcc nm addr2line
# perf printed the inlined functions itself: they are not shown twice
. "$CASES/inline-own.sh"
echo 'program 7/7 [000] 1.0: 10 cycles:' >input
for module in "$PWD/program" inlined inlined "$PWD/program"; do
	case $module in
	inlined) function=$((function + 1)) ;;
	*) function=0 ;;
	esac
	stack_line inner_here outer 0 "$module" | case $function in
	1) sed 's/outer/inner/' ;;
	2) sed 's/outer/middle/' ;;
	*) cat ;;
	esac
done >>input
stack_line main_here main 0 >>input
collapse-perf --inline --all input
