# it becomes the program: arguments, input, output, messages and exit code are the program's
printf 'a;b 1\n' | flambeau collapse-filter --hide '^b$'
printf 'a b\n' | flambeau collapse-filter; echo $?
flambeau diffreport --no-such; echo $?
flambeau flamegraph --version | sed 's/ .*//'
