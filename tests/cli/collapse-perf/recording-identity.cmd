# needs: python3
# a file names functions if it is the recorded one, judged for each map by itself
make() { python3 -B "$CASES/../../system/recordings/identity.py" "$@"; }
judge() # LABEL [WORD=VALUE...]
{
	echo "== $1"
	shift
	make program program
	make record a.data program "$@"
	collapse-perf --no-header ${options-} a.data 2>&1 | sed 's/collapse-perf: //'
}
echo "-- the program was written a moment ago"
judge "before that: replaced" map=5000
judge "after that" map=5 ended=-1000
judge "before and after" map=5000,7000,10 ended=-6000
judge "by the recording's own time of day" map=5000,10 ended=-3000 clock=data
judge "with another inode" ended=-1000 inode=17
judge "of another device" ended=-1000 inode=17 device=other
judge "with its inode" ended=-1000 inode=same
judge "with more code than it has" ended=-1000 at=0x1000+0x2000
judge "with code where it has none" ended=-1000 at=0x0+0x1000
judge "on another machine" ended=-1000 host=no-such-host
judge "on another machine, with its build id" map=5000 host=no-such-host id=table inode=17
echo "-- build ids"
judge "of the map" id=map map=5000
judge "of the map: another one" ended=-1000 id=other-map
judge "of the table" ended=-1000 id=table
judge "of the table: another one" ended=-1000 id=other-table
judge "of the table, written later" id=table map=5000
judge "of the table, another inode" ended=-1000 id=table inode=17
judge "of the table, other code" ended=-1000 id=table at=0x0+0x1000
for options in --trust-files "--symfs /"; do
	echo "-- $options"
	judge "written later" map=5000
	judge "with another inode" inode=17
	judge "with code where it has none" at=0x0+0x1000
	judge "on another machine" host=no-such-host
	judge "with another build id" id=other-table
done
