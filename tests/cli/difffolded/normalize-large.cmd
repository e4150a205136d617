# 128 bits in between: exact under our name, a double's 53 bits under the others
echo 'a 9223372036854775807' >b; printf 'a 9223372036854775805\nb 1\n' >a
echo 'b 9223372036854775807' >>b
difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
