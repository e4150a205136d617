printf '%s' '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"main"}},' \
	'{"id":3,"parent":2,"callFrame":{"functionName":"f"}}],"samples":[3,3,2,1]}' | collapse-cpuprofile
