echo '{"shared":{"frames":[{"name":"f"},{"name":""}]},"profiles":[{"unit":"none","samples":[[0,1],[0,9],[],[0,"x"],[0],[0]],"weights":[1,2,3,4,-5]},
{"samples":[[0]],"weights":[1,2],"unit":"none"},{"weights":[1],"unit":"seconds"}]}' | collapse-speedscope
