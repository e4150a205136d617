for weight in 0 0.0 1.0123456789 99999999999999999999 1.2.3 .5; do
	difffolded --before x:$weight --after y; echo "exit $?"
done
