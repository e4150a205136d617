// SPDX-License-Identifier: MIT
// picture SVG PPROF - perf script's output on standard input as a flame graph and as a pprof file.
#include <flambeau.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace
{
using Profile = std::unique_ptr<flambeau_profile, decltype(&flambeau_profile_free)>;

bool append(void *context, const char *from, size_t len)
{
	auto file = static_cast<std::ofstream *>(context);

	return static_cast<bool>(file->write(from, static_cast<std::streamsize>(len)));
}

void write_file(const Profile &profile, const char *format, const char *path)
{
	std::ofstream file(path, std::ios::binary);
	flambeau_error error;

	if (!flambeau_write(profile.get(), format, nullptr, flambeau_to_callback(append, &file),
			    &error))
		throw std::runtime_error(error.message);
}
} // namespace

int main(int argc, char **argv)
{
	const Profile profile(flambeau_profile_new(), flambeau_profile_free);
	flambeau_error error;

	try {
		if (argc != 3 || !profile)
			throw std::runtime_error("usage: picture SVG PPROF <PERF");
		if (!flambeau_collapse(profile.get(), "perf", flambeau_from_fd(0), nullptr,
				       &error))
			throw std::runtime_error(error.message);
		write_file(profile, "svg", argv[1]);
		write_file(profile, "pprof", argv[2]);
	} catch (const std::exception &problem) {
		std::cerr << problem.what() << '\n';
		return 1;
	}
	return 0;
}
