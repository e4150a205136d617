/* SPDX-License-Identifier: MIT */
#include "tests/bench/gen.h"

#define LIBC "/usr/lib/x86_64-linux-gnu/libc.so.6"
#define LIBSTDCXX "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30"
#define SERVER "/opt/service/bin/server"
#define STORAGE "/opt/service/lib/libstorage.so.4.2"
#define LIBJVM "/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so"
#define JIT "/tmp/perf-16907.map"
#define KERNEL "[kernel.kallsyms]"
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static const struct gen_style kernel_rows[] = {
	{"%s_%s_%s", KERNEL},        {"__%s_%s_%s", KERNEL},      {"do_%s_%s_%s", KERNEL},
	{"%s_%s_%s_noprof", KERNEL}, {"%s_%s_%s.isra.0", KERNEL},
};

static const struct gen_style native_rows[] = {
	{"%s_%s_%s", SERVER},
	{"%s_%s_%s", LIBC},
	{"_%s_%s_%s", "/usr/lib/x86_64-linux-gnu/libcrypto.so.3"},
	{"%s::%s::%s", SERVER},
	{"storage::%s_%s<unsigned long, 64>::%s", STORAGE},
	{"%s_%s_%s.part.0", STORAGE},
	{"std::vector<%s_%s, std::allocator<%s> >::_M_realloc_insert", SERVER},
	{"(anonymous namespace)::%s::%s_%s", SERVER},
	{"main.(*%s).%s_%s", "/usr/bin/exporter"},
};

static const struct gen_style cxx_rows[] = {
	{"std::_Rb_tree<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >,"
	 " std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > "
	 "const, %s::%s>, std::less<void> >::_M_%s",
	 SERVER},
	{"boost::asio::detail::executor_op<boost::asio::detail::binder0<net::%s::%s(std::shared_ptr<"
	 "net::connection>, unsigned int)::{lambda(boost::system::error_code const&)#1}>, "
	 "std::allocator<void>, boost::asio::detail::scheduler_operation>::do_%s",
	 SERVER},
	{"std::_Function_handler<void (std::unique_ptr<%s::%s, std::default_delete<%s> >), "
	 "storage::worker::start()::{lambda(auto:1)#2}>::_M_invoke",
	 STORAGE},
	{"(anonymous namespace)::%s<%s::row<int, char const*, (unsigned char)3>, 64>::operator()<%s>",
	 SERVER},
	{"std::enable_if<std::is_invocable_v<%s::%s&, int>, void>::type std::__invoke<%s>",
	 LIBSTDCXX},
	{"%s::%s::%s", SERVER},
};

static const struct gen_style java_rows[] = {
	{"void com.example.%s.%sServiceImpl.%s(java.lang.String, java.util.Map, int)", JIT},
	{"java.lang.Object com.example.%s.internal.%sRepository$$Lambda$214.%s(java.lang.Object)",
	 JIT},
	{"Lorg/springframework/%s/support/%sInterceptor;::%s", JIT},
	{"boolean java.util.concurrent.%s.%sQueue.%s(java.util.concurrent.TimeUnit, long)", JIT},
	{"%s%s::%s", LIBJVM},
};

static const struct gen_style dwarf_rows[] = {
	{"parser::%s::%s_%s", SERVER},
	{"parser::visit<ast::%s, ast::%s>::%s", SERVER},
	{"%s::%s<(lambda at %s.cc:212:9)>::operator()", ""},
	{"__invoke_impl<void, %s::%s::<lambda(%s&)> >", ""},
};

const struct gen_mix gen_native = {native_rows, kernel_rows, COUNT(native_rows),
				   COUNT(kernel_rows)};
const struct gen_mix gen_cxx = {cxx_rows, kernel_rows, COUNT(cxx_rows), COUNT(kernel_rows)};
const struct gen_mix gen_java = {java_rows, kernel_rows, COUNT(java_rows), COUNT(kernel_rows)};
const struct gen_mix gen_dwarf = {dwarf_rows, kernel_rows, COUNT(dwarf_rows), 0};
