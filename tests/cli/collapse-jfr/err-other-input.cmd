echo "int main(void) { return 0; }" >in.c
collapse-jfr in.c in.c; echo "exit $?"
collapse-jfr --no-such-option in.c; echo "exit $?"
collapse-jfr missing.txt
