echo "int main(void) { return 0; }" >in.c
collapse-ljp in.c in.c; echo "exit $?"
collapse-ljp --no-such-option in.c; echo "exit $?"
collapse-ljp missing.txt
