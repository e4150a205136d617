collapse-elfutils --modules "$FIXTURES/elfutils/modules.txt"
