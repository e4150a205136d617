# fifteen, once there are decimals; whole counts keep all of theirs
printf 'a 26.7180453916284570163\nb 123456789012345.678\nc 123456789012345678\nd 0.1\nd 0.2\n' >b; echo 'a 1' >a
difffolded.pl b a
