cat >in <<'END'
File: app
-----------+-----
      10ns   ns
-----------+-----
     1.5us   us
-----------+-----
   2.25ms   ms
             caller (partial-inline)
-----------+-----
      key:  10s
      1.5s   s
    2.5mins   mins
      1hrs   hrs
-----------+-----
   512.01kB   kB (inline)
1023.999999MB   long
        7   plain; name
      -3   negative
      5parsecs   unknown
-----------+-----
             no value
-----------+-----
     3PB   PB
     20000000PB   too large
END
collapse-go in
sed -i "/too large/d" in; stackcollapse-go.pl in
collapse-go --strict in
