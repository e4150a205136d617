printf 'main 1\n' >some.run.folded
export-speedscope some.run.folded | grep '"name"'
export-speedscope --name '"<x>"' some.run.folded | grep '"name"'
export-speedscope --name '' some.run.folded | grep '"name"'
