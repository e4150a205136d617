# The colours are replaced as the file of -o is: the map keeps its mode, a link to it stays.
printf 'a->rgb(1,2,3)\n' >colours && chmod 600 colours
ln -s colours palette.map
echo 'main;b 1' | flamegraph --cp >svg
LC_ALL=C stat -c "%a %F" colours && LC_ALL=C stat -c %F palette.map
grep -c rgb colours
