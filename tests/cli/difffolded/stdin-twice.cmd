difffolded - -
