printf '%s\n' 'Level,Function Name,Exclusive Samples' 1,a,1 4294967297,far,2 | collapse-vsprof
