collapse-sample --keep-idle "$FIXTURES/sample/objc.txt" | awk '{ sum += $NF } END { print sum }'
