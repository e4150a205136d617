# what LD_PRELOAD has to be
. "$CASES/../../system/record/stand-in.sh"; only; touch lib.so; FLAMESAMPLE_LIB=$PWD/lib.so; export FLAMESAMPLE_LIB
flamegraph-record --sampler-path | sed "s,$PWD,HERE,"; FLAMESAMPLE_LIB=/nowhere flamegraph-record --sampler-path; echo "exit $?"
flamegraph-record --sampler-path -- true; echo "exit $?"; flamegraph-record --sampler-path >/dev/full; echo "exit $?"
