printf '%s\n' '# comments and empty lines' '' 'hide ^b$' '  ignore   z z ' 'rename ^a=A' >rules
printf '%s\n' 'a;b;c 1' 'a;z z 2' >in
collapse-filter --rules rules in
echo 'top 3' >wrong
collapse-filter --rules wrong in
echo "exit $?"
printf '\nhide (\n' >wrong
collapse-filter --rules wrong in
echo "exit $?"
collapse-filter --rules missing in
