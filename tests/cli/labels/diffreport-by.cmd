printf '%s\n' '@tid=1;main;f 100' '@tid=1;main;g 100' '@tid=2;main;f 50' 'main;h 10' '@tid=3;x 5' >a
printf '%s\n' '@tid=1;main;f 300' '@tid=1;main;g 100' '@tid=2;main;f 52' 'main;h 12' '@tid=4;y 5' >b
diffreport --by tid a b
diffreport --by tid -f brief a b
diffreport --by tid -f json a b | grep -c '"report"'
diffreport --by tid -f markdown a b | grep '^#'
diffreport --by nosuch a b
