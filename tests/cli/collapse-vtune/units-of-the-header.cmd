printf '%s\n' 'Function Stack,CPU Time:Self (ms),Module' main,1.6,a | collapse-vtune
printf 'Function Stack\tWait Time:Self (us)\nmain\t1700\n' | collapse-vtune
