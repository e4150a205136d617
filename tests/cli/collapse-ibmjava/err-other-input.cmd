echo "int main(void) { return 0; }" >in.c
collapse-ibmjava in.c in.c; echo "exit $?"
collapse-ibmjava --no-such-option in.c; echo "exit $?"
collapse-ibmjava missing.txt
