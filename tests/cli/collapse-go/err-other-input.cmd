echo "int main(void) { return 0; }" >in.c
collapse-go in.c in.c; echo "exit $?"
collapse-go --no-such-option in.c; echo "exit $?"
collapse-go missing.txt
