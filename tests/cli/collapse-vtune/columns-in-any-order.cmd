printf 'Module,Clockticks:Self,"Function Stack"\nlib,5,Total\nlib,6, main\n' | collapse-vtune
printf '%s\n' 'Function Stack;Clockticks:Self;CPI Rate;Module' 'Total;7;0;' ' "a;b";12;1;app' | collapse-vtune
