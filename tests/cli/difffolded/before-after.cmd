# several files a side are added up
echo 'a 1' >1; echo 'a 2' >2; echo 'b 3' >3; echo 'a 4' >4
difffolded --before 1 --after=3 --before 2 --after 4
