# needs: python3 gzip zstd
# a file of another build id than the recorded one has no symbols, also under --symfs, and is named
python3 "$CASES/../../system/recordings/inlines.py" .
python3 - <<'END'
import struct

with open("demo.data", "rb") as file:
    data = file.read()
inode, build_id = struct.pack("<IIQQ", 4095, 1, 99, 1), bytes([20, 0, 0, 0]) + b"\x11" * 20
head, marked = struct.pack("<IH", 10, 2), struct.pack("<IH", 10, 2 | 1 << 14)
assert data.count(inode) == data.count(head) == 1
with open("other.data", "wb") as file:
    file.write(data.replace(inode, build_id).replace(head, marked))
END
for data in demo.data other.data; do
	echo "== $data"
	collapse-perf --no-header --no-inline --symfs dwarf4 $data 2>&1
	collapse-perf --no-header --stats --symfs dwarf4 $data 2>&1 >stacks | grep -i -e differ -e mismatch
done
stackcollapse-perf.pl --symfs dwarf4 other.data
