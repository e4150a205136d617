printf '%s\n' 'Function Stack,CPU Time:Self,Module' main,0.0004,a main,0.0004,a main,0.0004,a tiny,0.0001,a | collapse-vtune -v
