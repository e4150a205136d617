# stacks are edited as difffolded does
printf 'main;at 0x1f 100\nmain;idle 500\nmain;rest 900\n' >before
printf 'main;at 0x2f 300\nmain;idle 90\nmain;rest 700\n' >after
diffreport --strip-hex --exclude idle before after
diffreport --filter 'at 0x' before after | tail -n 7
