printf 'main;a_function_with_a_name_that_is_longer_than_the_line_that_it_stands_in 1\n' >in
export-top in
export-top --columns 60 in
export-top --columns 20 in
