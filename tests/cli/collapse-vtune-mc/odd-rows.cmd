printf '%s\n' 'Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module' root,1,2,3,m '  far,1,2,4,m' ' "f<x,1,2,3,y>",1,2,5,"lib, x.so"' ' g,1,2,6,lib, x.so' 'war: not at top' ' short,1' ' h,1,1,some,m' | tee in | collapse-vtune-mc
echo "exit $?"
collapse-vtune-mc --strict in
