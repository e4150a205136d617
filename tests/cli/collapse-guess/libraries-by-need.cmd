# needs: dlopen native gzip collapse-cpuprofile collapse-xctrace collapse-pprof
for program in collapse-guess flamegraph export-top; do
	LD_TRACE_LOADED_OBJECTS=1 $program | grep -e libz -e libyajl -e libexpat -e libprotobuf
done
mkdir lib
for library in libz.so.1 libyajl.so.2 libexpat.so.1 libprotobuf-c.so.1; do
	: >lib/$library
done
printf 'a;b 1\n' >folded
export LD_LIBRARY_PATH=$PWD/lib
collapse-cpuprofile "$FIXTURES/cpuprofile/shop.cpuprofile"
echo $?
collapse-xctrace "$FIXTURES/xctrace/shop.xml"
echo $?
collapse-pprof "$FIXTURES/pprof/gperftools.prof"
echo $?
export-pprof --output out.pb.gz folded
echo $?
ls out.pb.gz 2>/dev/null
flamegraph --html folded | grep -c "<html"
rm lib/libprotobuf-c.so.1
export-pprof --output out.pb.gz folded
echo $?
collapse-stap "$FIXTURES/stap/user.txt" | grep -c .
rm -r lib
collapse-xctrace "$FIXTURES/xctrace/shop.xml" | grep -c .
