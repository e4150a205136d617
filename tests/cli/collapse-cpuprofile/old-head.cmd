printf '%s' '{"head":{"functionName":"(root)","id":1,"hitCount":0,"children":[{"functionName":"main","url":"a.js","lineNumber":3,"id":2,"hitCount":4,"children":[{"functionName":"f","id":3,"hitCount":2,"children":[]}]}]}}' >in
collapse-cpuprofile in
collapse-cpuprofile --time in
