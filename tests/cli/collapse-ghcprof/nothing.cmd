printf "COST CENTRE MODULE SRC %%time %%alloc\n\nmain Main a.hs 1 2\n" >in
inferno-collapse-ghcprof in
echo "exit $?"
collapse-ghcprof in
