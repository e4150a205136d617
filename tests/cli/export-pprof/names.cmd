# needs: gzip
# any bytes but LF and ; are a name, a frame without one is a frame
printf "a b;;\\377\\001\\000x;\\303\\251 c\\t;d 9223372036854775807\n" >in
export-pprof in | collapse-pprof | cmp - in && echo same
