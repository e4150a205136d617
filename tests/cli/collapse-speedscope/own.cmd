frames='"shared":{"frames":[{"name":"a\u0001;\n"},{"name":""},{"name":"\udcff\udc41\ud83d\ude00"}]}'
profiles='"profiles":[{"unit":"none","samples":[[0,1,2]],"weights":[1]}]'
for exporter in 'flambeau 0.2.0' speedscope@1.0.0; do
	printf '%s\n' "{\"exporter\":\"$exporter\",$frames,$profiles}" | collapse-speedscope | LC_ALL=C od -c -An
done
printf '%s\n' "{\"exporter\":\"flambeau 1\",$frames,$profiles}{$frames,$profiles}" | collapse-speedscope | LC_ALL=C od -c -An
