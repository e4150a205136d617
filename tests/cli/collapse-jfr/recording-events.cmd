# what events count: words, names, weights
f=$FIXTURES/jfr/java.jfr
try() {
	echo "$*"
	collapse-jfr -q --no-header "$@" "$f"
}
try --event park
try --event lock --classes
try --event alloc --classes --thread-names
try --event ThreadPark --count
try --event-filter jdk.ThreadPark --event alloc
try --event jdk.ThreadPark --weight timeout
try --event shop.Order --weight price
try --event shop.Order --weight share
try --event shop.Order --weight small
try --event shop.Order --weight nothing
try --states sleep,x
try --time 0.000003,0.000006
try --from 0.000003 --to 0.000006
try --list-events
try --event cpu --list-events
