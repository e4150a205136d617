cat >in <<'END'
@cpu=0;@tid=7;main;f 10
@cpu=1;@tid=7;main;g 5
@cpu=1;@tid=8;main;f;f 3
main;h 2
END
export-top --by tid in
export-top --by tid --sort total -f markdown in
export-top --by cpu -f json in
export-top --by cpu -f csv in
export-top --by nosuch in
awk 'BEGIN { for (i = 1; i <= 12; i++) printf "@tid=%d;main;f %d\n", i, i * 10 }' >many
export-top --by tid --top 1 many
export-top --by tid -f csv many | head -1
sed 's/$/ 1/' in >two
export-top --by tid two
