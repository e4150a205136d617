echo "int main(void) { return 0; }" >in.c
collapse-gdb in.c in.c; echo "exit $?"
collapse-gdb --no-such-option in.c; echo "exit $?"
collapse-gdb missing.txt
