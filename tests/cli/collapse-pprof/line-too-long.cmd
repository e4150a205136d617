# needs: python3
# a stack whose line no reader would take is left out and said; the others are written
python3 -B - "$CASES/../../laws" >in <<'END'
import sys

sys.path.insert(0, sys.argv[1])
from worst import *

names = message(5, integer(1, 1) + integer(2, 3)) + message(5, integer(1, 2) + integer(2, 4))
sys.stdout.buffer.write(TYPES + names + pprof_places(2) + pprof_sample([1] * 65000) + pprof_sample([2]) + strings(b"n" * 1050, b"f"))
END
collapse-pprof in | wc -lc | sed 's/^ *//'
