# what du counts
mkdir tree; printf 1 >tree/small; truncate -s 1000000 tree/hole
ours=$(collapse-files --blocks tree | awk '{ sum += $NF } END { printf "%d\n", sum }')
[ "$ours" = "$(du -s --block-size=1 tree | cut -f 1)" ] && echo same
[ "$(collapse-files tree | grep -c 'tree;hole 1000000')" = 1 ] && echo length
