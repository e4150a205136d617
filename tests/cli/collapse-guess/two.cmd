# two formats say yes
printf ' 0x1 : main+0x1/0x2 [app]\n 7\n\n        libc.so.1`strlen+0x16\n   12\n' | collapse-guess
