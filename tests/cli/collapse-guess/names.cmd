# needs: native
# The program of all formats and that of the exports are chosen by the end of the name.
program=$(command -v collapse-guess)
for name in prefix-collapse-stap stackcollapse-stap stackcollapse-stap.pl inferno-collapse-guess any; do
	ln -s "$program" $name
	./$name --help | head -n 1
done
ln -s "$(command -v export-top)" prefix-export-pprof
./prefix-export-pprof --help | head -n 1
cp -L "$(command -v collapse-vtune-mc)" collapse-vtune-mc
./collapse-vtune-mc --help | head -n 1
