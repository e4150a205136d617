# a pattern that would take for ever is given up, and that is said
name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
printf "main;${name}b 1\nmain;${name} 2\n" >in
collapse-filter --hide '^(a+)+$' in
collapse-filter --rename '^(a+)+$=x' in
