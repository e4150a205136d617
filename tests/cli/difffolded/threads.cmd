seq -f 'a;f%g 1.5' 2000 >b; seq -f 'a;f%g 2' 2 3000 >a
difffolded -j 1 -n b a >one
for threads in 2 4 16; do difffolded --threads $threads -n b a | cmp - one; done
