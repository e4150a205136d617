mkdir run
printf 'main;read 3\n' >run/one.folded
printf 'main;write 1.25\n' >two.txt
export-speedscope run/one.folded two.txt
export-speedscope --name 'a & b' run/one.folded - <two.txt | grep '"name":"[^mrw]'
export-speedscope -o out.json run/one.folded two.txt
export-speedscope run/one.folded two.txt | cmp - out.json
