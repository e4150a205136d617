collapse-elfutils <"$FIXTURES/elfutils/modules.txt"
