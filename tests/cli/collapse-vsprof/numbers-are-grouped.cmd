printf '%s\n' 'Level,Function Name,Exclusive Samples,Module Name' '1,a,"1,234,567",' '1,b,7.123,' '1,c,1 000,' '1,d,"1 000",' | collapse-vsprof
printf '%s\n' 'Level;Function Name;Elapsed Exclusive Time %' '1;a;12,34' '1;b;0.5' | collapse-vsprof
printf '%s\n' 'Level,Function Name,Elapsed Exclusive Time' '1,a,"1,234.56"' | collapse-vsprof
