# needs: gzip zstd
gzip -c "$CASES/row-03-java-type.in" >in.gz
zstd -q -c "$CASES/row-03-java-type.in" >in.zst
collapse-dtrace in.gz in.zst
collapse-dtrace <in.zst
