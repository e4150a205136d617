awk 'BEGIN { for (i = 100; i < 164; i++) printf "@l%d=1;", i; print "f 1" }' >in
collapse-filter --add-label host=a in | grep -c host
{ printf '@cpu=1;' && awk 'BEGIN { for (i = 1; i < 65536; i++) printf "f;"; print "f 1" }'; } >deep
collapse-filter --label-to-frame cpu deep | tr ';' '\n' | sed -n '1p;$='
printf '@cpu=1;main;f 1 2\n' | flamegraph --html >page
grep -c DOCTYPE page
