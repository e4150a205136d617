echo "int main(void) { return 0; }" >in.c
collapse-java-exceptions in.c in.c; echo "exit $?"
collapse-java-exceptions --no-such-option in.c; echo "exit $?"
collapse-java-exceptions missing.txt
