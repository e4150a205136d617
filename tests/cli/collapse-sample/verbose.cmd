collapse-sample -v "$FIXTURES/sample/objc.txt" | awk '{ sum += $NF } END { print sum }'
