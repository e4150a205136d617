cat >in <<'END'
@cpu=1;@tid=7;main;f 2
@cpu=0;@tid=7;main;f 1
@cpu=0;@tid=8;main;f 4
main;f 1
END
export COLUMNS=60
flamegraph --text --label-frames tid in
flamegraph --text --label-frames cpu,tid in
flamegraph --text --label-frames nosuch in
echo 'main;f 1' | flamegraph --text --label-frames tid
flamegraph --label-frames tid --flamechart in
