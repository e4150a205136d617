echo 'a 1' >f
echo 'a 2' | difffolded - f; echo 'a 3' | difffolded f -; echo 'a 4' | difffolded --before -:2 f
