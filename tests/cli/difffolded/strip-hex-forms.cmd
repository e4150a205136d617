# 0x and digits of either case; 0x alone stays
printf 'a;0xCAFE12;q+0x1f 6\na;0x;r 1\n0xffz;0X1 8\n0x0x1 1\n' >b; printf 'a;0xbeef;q+0x2 1\n' >a
difffolded -s b a; echo; difffolded.pl -s b a; echo; inferno-diff-folded -s b a
