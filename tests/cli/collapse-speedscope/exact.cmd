f='"shared":{"frames":[{"name":"f"},{"name":"g"}]}'
echo "{$f,\"profiles\":[{\"unit\":\"none\",\"startValue\":0,\"endValue\":55340232221128654845,\"samples\":[[0],[1],[1]],\"weights\":[18446744073709551615,9007199254740992,1]}]}" | collapse-speedscope
echo "{$f,\"profiles\":[{\"unit\":\"bytes\",\"samples\":[[0],[1],[1]],\"weights\":[1e3,0.000000001,2.5E-1]}]}" | collapse-speedscope
echo "{$f,\"profiles\":[{\"unit\":\"none\",\"samples\":[[0],[1],[1]],\"weights\":[18446744073709551615,1,0.5]}]}" | collapse-speedscope
echo "exit $?"
echo "{$f,\"profiles\":[{\"unit\":\"nanoseconds\",\"samples\":[[0],[1]],\"weights\":[18446744073709551615,-1]}]}" | collapse-speedscope --ns
echo "{$f,\"profiles\":[{\"unit\":\"none\",\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0.5},{\"type\":\"C\",\"frame\":0,\"at\":3}]}]}" | collapse-speedscope
