printf 'main;b;c 5\nmain;a;c 5\nmain;a 2\nmain;b 2\nmain 1\n' >in
export-top in
export-top --sort total in
export-top -s self in
export-top -s name in
