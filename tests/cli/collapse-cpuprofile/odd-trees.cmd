printf '%s' '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2,7]},' \
	'{"id":2,"callFrame":{"functionName":"a"},"children":[3]},{"id":3,"callFrame":{"functionName":"b"},"children":[2]},' \
	'{"id":4,"callFrame":{"functionName":"c"},"children":[5]},{"id":5,"callFrame":{"functionName":"d"},"children":[4]},' \
	'{"id":5},{"id":"x"},{}],"samples":[2,3,4,5,6,-1,1.5,"z"]}' | collapse-cpuprofile
