# what does not look like a number is a part of the name; a weight may follow it
echo 'a 1' >t:12h; echo 'a 2' >t:12
difffolded --before t:12h --after t:12:1
