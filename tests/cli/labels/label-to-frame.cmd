cat >in <<'END'
@time=1.5;@cpu=0;@tid=7;main;f 1
@time=20;@cpu=11;@tid=7;main;f 2
main;f 8
END
collapse-filter --label-to-frame tid --label-to-frame cpu in
collapse-filter --label-to-frame time --drop-label all in
