difffolded b
