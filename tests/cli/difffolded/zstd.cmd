# needs: zstd
echo 'a 1' | zstd -q >b.zst; echo 'a 2' >a
difffolded b.zst a; cat b.zst | difffolded a -
