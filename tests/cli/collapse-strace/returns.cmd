printf 'read(3) = 0 <0.25>\r\n > /bin/a(f+0x1) [0x1]\r\n' | collapse-strace --time
