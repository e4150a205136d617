f='"shared":{"frames":[{"name":"f"}]}'
for unit in none bytes nanoseconds microseconds milliseconds seconds other; do
	echo "{$f,\"profiles\":[{\"unit\":\"$unit\",\"samples\":[[0],[0]],\"weights\":[1,2.5]}]}" >in
	collapse-speedscope in
	collapse-speedscope --ns in
done
echo "{$f,\"profiles\":[{\"samples\":[[0],[0]]},{\"weights\":[1,2.5],\"samples\":[[0],[0]]}]}" | collapse-speedscope
echo "{$f,\"profiles\":[{\"unit\":\"bytes\",\"samples\":[[0]],\"weights\":[7]},{\"unit\":\"seconds\",\"samples\":[[0]],\"weights\":[1]}]}" | collapse-speedscope
