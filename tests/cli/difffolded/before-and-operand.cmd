# operands are the sides that have no option
echo 'a 1' >1; echo 'a 2' >2; echo 'b 3' >3
difffolded --before 1 --before 2 3; difffolded --after 1 3 --after 2
