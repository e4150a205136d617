printf '1 1 a.a(C.java:1)\n18446744073709551616 1 a.b(C.java:1)\n' | collapse-ljp
