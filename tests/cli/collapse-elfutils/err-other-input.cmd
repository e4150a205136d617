echo "int main(void) { return 0; }" >in.c
collapse-elfutils in.c in.c; echo "exit $?"
collapse-elfutils --no-such-option in.c; echo "exit $?"
collapse-elfutils missing.txt
