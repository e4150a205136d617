collapse-elfutils <"$FIXTURES/elfutils/no-names.txt"
