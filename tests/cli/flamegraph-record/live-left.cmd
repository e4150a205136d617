# needs: native
# when the viewer is left, the recorder may lose its reader before it is asked to end: that is not said, other messages are
. "$CASES/../../system/record/stand-in.sh"; only; copy_tools flamegraph-view record-stacks
printf '#!/bin/sh\nexit\n' >bin/flamegraph-view; rm -f bin/record-stacks
cat >bin/record-stacks <<'END'
#!/bin/sh
case "$*" in *"-o /dev/null"*) exit ;; esac
printf 'record-stacks: a line\nrecord-stacks: cannot write standard output: the program that reads it has ended\nof the command: the program that reads it has ended\nno end of line' >&2
exit 125
END
chmod +x bin/*; flamegraph-record --live -- true 2>&1 | grep -v '^collapse-perf'; ls
