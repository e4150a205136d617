# needs: cc native
# the library is preloaded; the files of all processes are added up, also those written late
. "$CASES/../../system/record/stand-in.sh"; only
cat >sampler.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((destructor)) static void end(void)
{
	char path[4096];
	const char *out = getenv("FLAMESAMPLE_OUT");
	FILE *file;

	if (!out || !strstr(program_invocation_short_name, "prog"))
		return;
	printf("%s Hz, %s\n", getenv("FLAMESAMPLE_HZ"), getenv("LD_PRELOAD"));
	fflush(stdout);
	snprintf(path, sizeof(path), "%.*s%ld.folded", (int)(strlen(out) - 6), out, (long)getpid());
	if (fork() == 0 && (file = fopen(path, "w"))) {
		usleep(300000);
		fprintf(file, "prog;main;work 3\n");
		fclose(file);
		_exit(0);
	}
}
END
cat >prog.c <<'END'
#include <unistd.h>
#include <sys/wait.h>
int main(void) { if (fork() != 0) wait(0); return 5; }
END
PATH=$all_programs cc -D_GNU_SOURCE -include errno.h -shared -fPIC -o sampler.so sampler.c && PATH=$all_programs cc -o prog prog.c
FLAMESAMPLE_LIB=$PWD/sampler.so; export FLAMESAMPLE_LIB
flamegraph-record --profiler sampler --keep --json -- ./prog 2>err | sed -e "s,$PWD,HERE,g" -e 's/: [0-9]*}/: N}/'; sed 's/sampled\.[0-9]*/sampled.PID/' err
grep -o '<title>[^<]*' flamegraph.svg; ls | sed 's/sampled\.[0-9]*/sampled.PID/'
flamegraph-record --profiler sampler -q -F 50 --env LD_PRELOAD=libc.so.6 -- ./prog | sed "s,$PWD,HERE,g"
flamegraph-record --fail-on-exit -- ./prog 2>&1 | sed "s,$PWD,HERE,g" | tail -n 4
