# needs: python3 libdebuginfod
# a signal during a download ends the program, and no part of the file stays
python3 "$CASES/../../system/recordings/symbols.py" .
unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME http_proxy https_proxy all_proxy HTTP_PROXY ALL_PROXY
export HOME="$PWD/home" DEBUGINFOD_TIMEOUT=30
id=a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3
mkdir -p home "served/$id"
cp places/root/opt/demo "served/$id/debuginfo"
python3 "$CASES/../../system/recordings/server.py" served log &
server=$!
while [ ! -s log ]; do sleep 0.02; done
DEBUGINFOD_URLS=$(cat log)
export DEBUGINFOD_URLS
: >served/slow
(trap - INT && exec collapse-perf --no-header --debuginfod --symfs stripped places.data) 2>&1 &
while [ "$(wc -l <log)" -lt 2 ]; do sleep 0.02; done
sleep 0.3
kill -TERM $!
wait $! 2>/dev/null
echo "exit $?"
find home/.cache -name 'debuginfo*' ! -size 0 ! -name debuginfod_client
kill $server
wait $server 2>/dev/null
true
