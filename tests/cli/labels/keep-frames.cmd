cat >in <<'END'
@cpu=1;@tid=7;@x;main;main;f 1
@cpu=2;init;@y=1;g 2
END
for option in '--focus main' '--focus cpu' '--hide ^main' '--hide init' '--show ^f' '--rename-threads ^=t-' '--trim-root [@mi]' \
	'--show-from ^f' '--collapse-recursion mutual' '--root-label r' '--top 1' '--min-count 2' '--rename @=' '--ignore tid'; do
	echo "# $option"
	collapse-filter -q $option in
done
collapse-recursive in
collapse-guess in
