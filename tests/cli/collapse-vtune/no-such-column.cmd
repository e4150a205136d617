printf '%s\n' 'Function Stack,Module' main,app | collapse-vtune
