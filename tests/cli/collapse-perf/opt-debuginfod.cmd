# needs: python3 libdebuginfod
# no server is asked unless --debuginfod is given; its files are used if their build ids fit
python3 "$CASES/../../system/recordings/symbols.py" .
unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME http_proxy https_proxy all_proxy HTTP_PROXY ALL_PROXY
export HOME="$PWD/home" DEBUGINFOD_TIMEOUT=30
mkdir home served
python3 "$CASES/../../system/recordings/server.py" served log &
server=$!
while [ ! -s log ]; do sleep 0.02; done
DEBUGINFOD_URLS=$(cat log)
export DEBUGINFOD_URLS
id=a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3
fold()
{
	collapse-perf --no-header "$@" places.data 2>&1
	sed -e 1d -e 's/^/asked: /' log
	sed -i 2,\$d log
}
echo "== not asked for"
fold
fold --symfs stripped
fold --debug-dir stripped
echo "== no server has it"
fold --debuginfod
rm -r home/.cache
echo "== of another build, and nothing"
mkdir "served/$id"
cp places/other/opt/demo "served/$id/debuginfo"
: >"served/$id/executable"
fold --debuginfod
rm -r home/.cache
echo "== a program, a debug file"
cp places/root/opt/demo "served/$id/executable"
fold --debuginfod
rm -r home/.cache
cp places/root/opt/demo "served/$id/debuginfo"
fold --debuginfod --symfs stripped
fold
echo "== the kernel"
mkdir served/c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3
cp kernels/vmlinux-debuginfod/*/debuginfo served/c0*/
collapse-perf --no-header --debuginfod --symfs empty kernel.data 2>&1
sed -i 2,\$d log
kill $server
wait $server 2>/dev/null
rm -r home/.cache
sed -i 2,\$d log
echo "== no server, no URL, no library"
fold --debuginfod | sed 's/failed: .*/failed/'
DEBUGINFOD_URLS= fold --debuginfod
: >libdebuginfod.so.1
LD_LIBRARY_PATH=$PWD fold --debuginfod
