for rule in 'a' '=b' '(=b' 'a=$1' 'a=${b' 'a=$'; do
	echo 'a 1' | collapse-filter --rename "$rule"
	echo "exit $?"
done
