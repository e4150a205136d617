printf '%s\n' 'Function Stack,CPU Time:Self,Module' main,1,app | collapse-vtune-mc
