# groups, the first rule that matches is the only one; a name of which nothing is left goes
printf '%s\n' 'worker 1;std::sort;cmp 1' 'worker 2;std::sort;cmp 2' 'x=y;gone 4' >in
collapse-filter --rename '^std::(.*)=$1 of std' --rename 'sort=never' --rename '^gone$=' \
	--rename-threads '(worker) [0-9]+=${1}s' --rename 'x==x is $$' in
