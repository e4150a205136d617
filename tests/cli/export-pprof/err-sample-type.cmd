printf "main 2\n" >one
printf "main 2 3\n" >two
export-pprof --sample-type x --sample-type y one
export-pprof --sample-type x two
for t in "" / a/ /b a/b/c; do export-pprof --sample-type "$t" one; echo $?; done
export-pprof --period-type /x one
export-pprof --sample-type a --sample-type b --sample-type c one
