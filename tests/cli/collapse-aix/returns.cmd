printf '\357\273\2771: /bin/a b\r\n---------- tid# 1 ----------\r\n0xd1  a;b(1) + 0x2\r\n0xd2  main(1) + 0x2\r\n' | collapse-aix
