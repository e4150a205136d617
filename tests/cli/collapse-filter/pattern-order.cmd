# which names a pattern gives up does not depend on the order of the stacks
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "main;%s%04db 1\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", i }' >in
sort -r in >turned
for file in in turned; do
	collapse-filter --hide '^(?:a|aa)+[0-9]*$|b$' $file >$file.out
done
cmp in.out turned.out && head -n 1 in.out
echo "$(grep -c b <in.out) of 4000 were given up"
