printf '%s\n' 'Level,Function Name,Exclusive Samples' 1,a,1 '' 4,far,2 x,b,1 2 '2,"open,1' 2,c,many 2,,5 '2,"say ""hi""; now",6' | tee in | collapse-vsprof
echo "exit $?"
collapse-vsprof --strict in
