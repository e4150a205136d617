# needs: python3
# the cache of debuginfod's clients is read, but for --symfs
python3 "$CASES/../../system/recordings/symbols.py" .
unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
mkdir -p home/.cache empty
fold()
{
	collapse-perf --no-header "$@" places.data 2>&1
}
echo "== none"
HOME="$PWD/empty" fold
echo "== by each variable"
DEBUGINFOD_CACHE_PATH="$PWD/places/debuginfod-program" HOME="$PWD/empty" fold
mkdir xdg && cp -R places/debuginfod-program xdg/debuginfod_client
XDG_CACHE_HOME="$PWD/xdg" HOME="$PWD/empty" fold
cp -R places/debuginfod-program home/.cache/debuginfod_client
HOME="$PWD/home" fold
mv home/.cache/debuginfod_client home/.debuginfod_client_cache
HOME="$PWD/home" fold
echo "== of another build"
DEBUGINFOD_CACHE_PATH="$PWD/places/other" HOME="$PWD/empty" fold
echo "== not below another root"
HOME="$PWD/home" fold --symfs empty
