echo "int main(void) { return 0; }" >in.c
collapse-faulthandler in.c in.c; echo "exit $?"
collapse-faulthandler --no-such-option in.c; echo "exit $?"
collapse-faulthandler missing.txt
