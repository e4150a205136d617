printf "\\12\\4\\10\\0\\20\\0" | collapse-pprof
printf "\\12\\4\\10\\0\\20\\0\\22\\2\\20\\0" | collapse-pprof
