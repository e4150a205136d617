/* SPDX-License-Identifier: MIT */
/* cases MILLISECONDS - exceptions of C++, thrown through several frames, and calls of virtual functions. */
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static volatile uint64_t sink;

__attribute__((noinline)) static uint64_t w_leaf(uint64_t n)
{
	uint64_t x = n | 1;
	for (int i = 0; i < 300; i++)
		x = x * UINT64_C(6364136223846793005) + i;
	return x;
}

struct w_base {
	virtual ~w_base() = default;
	virtual uint64_t w_run(uint64_t n, int depth) = 0;
};

struct w_thrower : w_base {
	uint64_t w_run(uint64_t n, int depth) override
	{
		std::string text = "depth " + std::to_string(depth);
		if (depth == 0) {
			sink += w_leaf(n);
			if (n % 3 == 0)
				throw std::runtime_error(text);
			return n;
		}
		return w_run(n + 1, depth - 1) + text.size();
	}
};

__attribute__((noinline)) static uint64_t w_catcher(w_base &base, uint64_t n)
{
	try {
		return base.w_run(n, int(n % 8));
	} catch (const std::exception &problem) {
		return w_leaf(n) + problem.what()[0];
	}
}

int main(int argc, char **argv)
{
	const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(argc > 1 ? atoi(argv[1]) : 1000);
	std::unique_ptr<w_base> base = std::make_unique<w_thrower>();
	for (uint64_t n = 0; std::chrono::steady_clock::now() < end; n++) {
		std::vector<uint64_t> values(20);
		for (auto &value : values)
			value = w_catcher(*base, n + value);
		sink += values[3];
	}
}
