# counts of one sample each do not survive a factor below 1
seq -f 'f%g 1' 200 >b; seq -f 'f%g 1' 199 >a
difffolded -n b a | grep -c ' 0 1$'
difffolded -n --before b:1000 --after a:1000 | head -n 2
