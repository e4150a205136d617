# needs: cc native
# nothing can be preloaded into a static program: auto does not take the sampler, and --profiler=sampler says why it is empty
. "$CASES/../../system/record/stand-in.sh"; only
printf 'void _start(void); void _start(void) { *(volatile int *)0 = 0; }\n' >static.c
PATH=$all_programs cc -nostdlib -static -no-pie -o static static.c; PATH=$all_programs cc -shared -fPIC -nostdlib -o sampler.so static.c
FLAMESAMPLE_LIB=$PWD/sampler.so; export FLAMESAMPLE_LIB
flamegraph-record -- ./static 2>err; echo "exit $?"; head -n 1 err
flamegraph-record --profiler sampler -- ./static; echo "exit $?"; ls
