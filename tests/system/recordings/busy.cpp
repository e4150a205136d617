// SPDX-License-Identifier: MIT
// busy THREADS SECONDS - what is recorded to compare readers of recordings: templates, virtual and inlined functions,
// recursion of changing depth, the C and C++ libraries, the vdso.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#define OUTLINE __attribute__((noinline))

namespace geo {

inline int mix(int a, int b)
{
	return (int)(((unsigned)a * 31) ^ ((unsigned)b + ((unsigned)a >> 3)));
}

struct Shape {
	virtual ~Shape() = default;
	virtual double area(int steps) const = 0;
};

template <int Corners> struct Polygon : Shape {
	double radius;
	explicit Polygon(double r) : radius(r) {}
	OUTLINE double area(int steps) const override
	{
		double sum = 0;
		for (int i = 0; i < steps; i++)
			sum += std::sin(radius * i * Corners) * radius;
		return sum;
	}
};

struct Forest {
	std::map<std::string, std::unique_ptr<Shape>> shapes;
	OUTLINE void add(const std::string &name, int i)
	{
		if (i % 2)
			shapes[name] = std::make_unique<Polygon<3>>(i);
		else
			shapes[name] = std::make_unique<Polygon<4>>(i);
	}
	OUTLINE double total(int steps) const
	{
		double sum = 0;
		for (auto &shape : shapes)
			sum += shape.second->area(steps);
		return sum;
	}
};

} // namespace geo

OUTLINE static double sorting(unsigned seed)
{
	std::vector<int> numbers(200);
	for (auto &number : numbers)
		number = (int)(seed = seed * 1664525u + 1013904223u);
	std::sort(numbers.begin(), numbers.end(), [](int a, int b) {
		const int left = geo::mix(a, 5), right = geo::mix(b, 5);
		return left != right ? left < right : a < b;
	});
	return numbers[0];
}

OUTLINE static double strings(unsigned seed)
{
	std::map<std::string, int> counts;
	for (int i = 0; i < 60; i++)
		counts["key" + std::to_string(geo::mix((int)seed, i))] += i;
	return (double)counts.size();
}

template <class Leaf> OUTLINE double recurse(int depth, unsigned seed, const Leaf &leaf)
{
	if (depth <= 0)
		return leaf(seed);
	return recurse(depth - 1 - (int)(seed & 1), (unsigned)geo::mix((int)seed, depth), leaf) +
	       depth * 1e-9;
}

static double now()
{
	timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void work(unsigned seed, double seconds)
{
	const double end = now() + seconds;
	double sum = 0;
	geo::Forest forest;
	for (int i = 0; i < 40; i++)
		forest.add("shape" + std::to_string(i), i);
	while (now() < end) {
		for (int i = 0; i < 20; i++) {
			seed = seed * 1103515245u + 12345u;
			sum += recurse((int)(seed >> 16) % 30, seed, [&](unsigned s) {
				return s % 3 == 0 ? forest.total(20)
				       : s % 3 == 1 ? sorting(s)
						    : strings(s);
			});
		}
	}
	std::printf("%g\n", sum);
}

int main(int argc, char **argv)
{
	const int count = argc > 1 ? std::atoi(argv[1]) : 1;
	const double seconds = argc > 2 ? std::atof(argv[2]) : 1;
	std::vector<std::thread> threads;
	for (int i = 0; i < count; i++)
		threads.emplace_back(work, (unsigned)i + 1, seconds);
	for (auto &thread : threads)
		thread.join();
	return 0;
}
