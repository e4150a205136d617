diffreport --help | head -n 3; diffreport --version
