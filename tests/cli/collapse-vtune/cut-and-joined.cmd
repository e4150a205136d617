printf '\357\273\277Function Stack,CPU Time:Self,Module\r\nTotal,1,a\r\n main,2,a\r\n' >a
cat a a | collapse-vtune
collapse-vtune a a
collapse-vtune - a <a
