difffolded -j 257 b a
