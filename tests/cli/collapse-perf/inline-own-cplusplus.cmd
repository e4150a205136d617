# needs: gcc g++ nm libstdc++
# classes, namespaces with and without a name, lambdas, a class in a function
. "$CASES/inline-own.sh"
cat >program.cc <<'END'
#define INLINE inline __attribute__((always_inline))
volatile int sink;

namespace geometry {
struct Circle {
	INLINE void draw(int x)
	{
		sink += x;
		__asm__ volatile("draw_here: nop");
	}
};

namespace {
INLINE void hidden(int x)
{
	Circle circle;

	circle.draw(x + 1);
	__asm__ volatile("hidden_here: nop");
}
}
}

extern "C" __attribute__((noinline)) void outer(int x)
{
	struct Local {
		INLINE void work(int y)
		{
			sink += y;
			__asm__ volatile("local_here: nop");
		}
	} local;
	auto lambda = [](int y) __attribute__((always_inline)) {
		sink += y;
		__asm__ volatile("lambda_here: nop");
	};

	geometry::hidden(x);
	local.work(x);
	lambda(x);
	sink++;
}

int main(void)
{
	outer(1);
	__asm__ volatile("main_here: nop");
	return 0;
}
END
g++ -O2 -g -o program program.cc || exit
nm program >symbols
for place in draw hidden local lambda; do
	echo 'program 7/7 [000] 1.0: 10 cycles:'
	stack_line ${place}_here outer 0
	stack_line main_here main 0
	echo
done >input
# demanglers say more than debugging information does
collapse-perf --inline input | sed 's/{lambda[^}]*}/{lambda}/; s/(int)//g; s/ const//g'
