cat >in <<'END'
# flambeau: unit=ns start=2026-01-05T09:00:00Z
@time=2;@pid=7;@tid=8;@comm=b;main;g_[k] 1000000
@time=0.5;@pid=7;@tid=7;@comm=a;main;f_[j] 2500000
@time=10;@pid=7;@tid=7;@comm=a;main;f_[j] 2
main;h_[i] 4
END
export-firefox --name x in
echo 'main;f 1 2' | export-firefox
