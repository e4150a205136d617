// SPDX-License-Identifier: MIT
// inlined THREADS SECONDS - functions with many functions inlined into them, a hundred levels deep in places.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

#define INLINE inline __attribute__((always_inline))
#define OUTLINE __attribute__((noinline))

static volatile uint64_t sink;

// `Level` functions inlined into each other; each does a little work.
template <int Level> struct Chain {
	static INLINE uint64_t step(uint64_t x)
	{
		x = (x ^ (x >> 7)) * (uint64_t)(2 * Level + 1);
		return Chain<Level - 1>::step(x) + (x & Level);
	}
};

template <> struct Chain<0> {
	static INLINE uint64_t step(uint64_t x)
	{
		return x | 1;
	}
};

// Each Kind is a function of its own, so that there are many addresses with inlined functions.
template <int Kind> OUTLINE uint64_t work(std::vector<uint64_t> &values)
{
	uint64_t sum = 0;

	for (auto &value : values)
		sum += value = Chain<Kind % 97 + 4>::step(value + Kind);
	return std::accumulate(values.begin(), values.end(), sum);
}

template <int Kind> struct All {
	static OUTLINE uint64_t run(std::vector<uint64_t> &values)
	{
		return work<Kind>(values) + All<Kind - 1>::run(values);
	}
};

template <> struct All<0> {
	static uint64_t run(std::vector<uint64_t> &)
	{
		return 0;
	}
};

static void run(double seconds)
{
	const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
	std::vector<uint64_t> values(64);

	while (std::chrono::steady_clock::now() < end)
		sink = All<100>::run(values);
}

int main(int count, char **arguments)
{
	std::vector<std::thread> threads;

	if (count != 3)
		return 2;
	for (int i = 0; i < atoi(arguments[1]); i++)
		threads.emplace_back(run, atof(arguments[2]));
	for (auto &thread : threads)
		thread.join();
}
