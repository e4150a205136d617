f=$FIXTURES/ibmjava/native.txt
stackcollapse-ibmjava.pl --include-tid "$f"
stackcollapse-ibmjava.pl --no-include-tname "$f"
collapse-ibmjava --include-tid --no-include-tid --no-include-tname --include-tname "$f"
