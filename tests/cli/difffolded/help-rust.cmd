inferno-diff-folded -h
