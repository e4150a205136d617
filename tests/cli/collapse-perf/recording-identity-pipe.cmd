# needs: python3
# times of a stream: it is being recorded, it was kept, or it is of another start of the machine
make() { python3 -B "$CASES/../../system/recordings/identity.py" "$@"; }
judge() # LABEL [WORD=VALUE...]
{
	echo "== $1"
	shift
	[ -n "${old-}" ] || make program program
	make record a.data program pipe=yes "$@"
	collapse-perf --no-header <a.data 2>&1 | sed 's/collapse-perf: //'
	cat a.data | collapse-perf --no-header 2>&1 | sed 's/collapse-perf: //'
}
judge "it is recorded, the program was built in it" map=0
judge "and replaced in it" map=50,0
judge "it was kept" map=0 ended=long
judge "it was kept, with the build id" map=0 ended=long id=map
judge "it is of another start" map=0 clock=other
judge "it is of another start, with the build id" map=0 clock=other id=table
judge "it is of another machine" map=0 host=no-such-host
touch -d 2001-01-01 program
old=yes
judge "it was kept, and the file was touched" map=0 ended=long
judge "it is of another start, and the file is old" map=0 clock=other
