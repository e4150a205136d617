difffolded --help
