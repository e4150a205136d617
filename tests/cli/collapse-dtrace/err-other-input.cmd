# no counts on lines of their own; nothing but counts
printf 'demo;main;f 3\ndemo;main;g 5\n' >folded
printf '1\n2\n\n3\n' >numbers
printf '\177ELF\002\001\000\000\n\000>\000\001\033[2J\001\n\n\001\002' >binary
for file in folded numbers binary; do
	collapse-dtrace $file
	echo "$file: exit $?"
done
