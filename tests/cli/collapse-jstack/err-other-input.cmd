echo "int main(void) { return 0; }" >in.c
collapse-jstack in.c in.c; echo "exit $?"
collapse-jstack --no-such-option in.c; echo "exit $?"
collapse-jstack missing.txt
