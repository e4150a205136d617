printf '%s\n' 'a 1' 'no count' 'b 1.1234567891' '@time=x;b 2' 'c 1' >notes
collapse-filter --merge --sorted notes
collapse-filter --merge --sorted --strict notes
echo "exit $?"
awk 'BEGIN { for (i = 0; i < 65540; i++) printf "f;"; print "g 1"; print "g 1" }' >deep
collapse-filter --merge --sorted deep | awk -F ';' '{ print NF }'
collapse-filter --merge deep | awk -F ';' '{ print NF }'
collapse-filter --merge --sorted --max-record 1K deep
printf '%s\n' 'a 1.5' 'b 0.000000001' >scales
collapse-filter --merge --sorted scales:0.5 scales:0.000000003
collapse-filter --merge scales:0.5 scales:0.000000003
