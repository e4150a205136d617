# without addr2line: said once
tool=$(command -v stackcollapse-perf.pl)
printf 'app 1/1 [000] 1.0: 10 cycles:\n\t1000 f+0x1 (/bin/x)\n\t2000 g (/bin/y)\n\n' >input
PATH=$PWD "$tool" --inline input
