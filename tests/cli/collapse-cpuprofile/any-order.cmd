printf '%s' '{"timeDeltas":[5,10,-3,20],"samples":[2,3,2,9],"endTime":150,"startTime":100,"nodes":[' \
	'{"children":[2,3],"callFrame":{"functionName":"(root)"},"id":1},' \
	'{"id":3,"callFrame":{"url":"http://x/y/z.js","lineNumber":0,"functionName":""}},' \
	'{"id":2,"callFrame":{"functionName":"a;b"}}]}' >in
collapse-cpuprofile in
collapse-cpuprofile -v --time in
