echo '{"raw":[2,18446744073709551615,7,3,1,7,1,0,5,1,8,4,1],"frames":{"18446744073709551615":{"name":"a;b"},"7":{"name":"","file":"/x/y.rb","line":null},"x":{"name":"odd"},"7":{"name":"twice"}}}' | collapse-stackprof
echo "exit $?"
echo '{"frames":{"1":{"name":"f"}},"raw":[1,1,18446744073709551615,1,1,1,1,1,-4]}' | collapse-stackprof
