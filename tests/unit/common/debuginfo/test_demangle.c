/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/demangle.h"

#include <stdlib.h>

#include "tests/unit/check.h"

struct pair {
	const char *mangled, *demangled;
};

/* The name from memory of its own size, so that sanitizers find each byte read beyond it. */
static bool demangle_alone(struct buf *out, struct slice name)
{
	char *copy = malloc(name.len > 0 ? name.len : 1);
	bool good;

	if (!copy)
		abort();
	if (name.len > 0)
		memcpy(copy, name.ptr, name.len);
	good = demangle(out, slice_of(copy, name.len));
	free(copy);
	return good;
}

/* NULL: not demangled, and nothing appended. */
static bool gives(const char *mangled, const char *demangled)
{
	struct buf out = {0};
	bool good, equal;

	buf_add(&out, SLICE("before "));
	good = demangle_alone(&out, slice_from(mangled));
	if (demangled)
		equal = good && slice_equal(slice_tail(buf_slice(&out), 7), slice_from(demangled));
	else
		equal = !good && out.len == 7;
	if (!equal)
		fprintf(stderr, "%s: %.*s\n", mangled, SLICE_ARG(buf_slice(&out)));
	buf_release(&out);
	return equal;
}

static bool all_give(const struct pair *pairs, size_t count)
{
	bool good = true;
	size_t i;

	for (i = 0; i < count; i++)
		good &= gives(pairs[i].mangled, pairs[i].demangled);
	return good;
}

static const struct pair legacy[] = {
	{"_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write"},
	{"_ZN69_$LT$demo..List$u20$as$u20$core..iter..traits..iterator..Iterator$GT$"
	 "4next17h0123456789abcdefE",
	 "<demo::List as core::iter::traits::iterator::Iterator>::next"},
	{"_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h2b9a5f4f85d4e666E",
	 "std::rt::lang_start::{{closure}}"},
	{"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$"
	 "17h38ea622aca7b36e6E",
	 "core::ops::function::FnOnce::call_once{{vtable.shim}}"},
	{"_ZN4core3ptr65drop_in_place$LT$alloc..boxed..Box$LT$dyn$u20$rust..Shape$GT$$GT$"
	 "17heef80fb948892071E.llvm.5744903600186476271",
	 "core::ptr::drop_in_place<alloc::boxed::Box<dyn rust::Shape>>"},
	{"_ZN1a1b17h0123456789abcdefE.cold", "a::b.cold"},
	{"_ZN3lib13gr$uf6$$udf$e23$ufc$ber_$u65e5$$u672c$17h0123456789abcdefE",
	 "lib::gr\xC3\xB6\xC3\x9F"
	 "e::\xC3\xBC"
	 "ber_\xE6\x97\xA5\xE6\x9C\xAC"},
	{"_ZN1a10$RF$$BP$$Cb17h0123456789abcdefE", NULL}, /* the length is wrong */
	{"_ZN1a11$RF$$BP$$C$17h0123456789abcdefE", "a::&*,"},
	{"_ZN1a6$u2e$$17h0123456789abcdefE", "a::.$"},
	{"_ZN1a4$XX$17h0123456789abcdefE", "a::$XX$"},
};

CASE(legacy_names_of_rust)
{
	CHECK(all_give(legacy, ARRAY_LEN(legacy)));
}

/* From RFC 2603 and its examples, and by hand. */
static const struct pair v0[] = {
	{"_RNvCs1234_7mycrate3foo", "mycrate::foo"},
	{"_RNvC6_123foo3bar", "123foo::bar"},
	{"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar"},
	{"_RNvMCs4fqI2P2rA04_13const_genericINtB2_3FooLpE1f", NULL},
	{"_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y",
	 "utf8_idents::\xE1\x83\xA1\xE1\x83\x90\xE1\x83\xAD\xE1\x83\x9B\xE1\x83\x94\xE1\x83\x9A"
	 "\xE1\x83\x90\xE1\x83\x93_\xE1\x83\x92\xE1\x83\x94\xE1\x83\x9B\xE1\x83\xA0\xE1\x83\x98"
	 "\xE1\x83\x94\xE1\x83\x9A\xE1\x83\x98_\xE1\x83\xA1\xE1\x83\x90\xE1\x83\x93\xE1\x83\x98"
	 "\xE1\x83\x9A\xE1\x83\x98"},
	{"_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_", "cc::spawn::{closure#0}::{closure#0}"},
	{"_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator"
	 "9rpositionNCNgNpB9_6memchr7memrchrs_0E0Cs5Ee7zzzzzzz_4some",
	 "<core::slice::Iter<u8> as core::iter::iterator::Iterator>::rposition::<core::slice::"
	 "memchr::memrchr::{closure#1}>::{closure#0}"},
	{"_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_"
	 "3std",
	 "alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>"},
	{"_RMC0INtC8arrayvec8ArrayVechKj7b_E", "<arrayvec::ArrayVec<u8, 123>>"},
	{"_RMC0INtC8arrayvec8ArrayVechKanb_E", "<arrayvec::ArrayVec<u8, -11>>"},
	{"_RINvC1a1fKb0_E", "a::f::<false>"},
	{"_RINvC1a1fKb1_E", "a::f::<true>"},
	{"_RINvC1a1fKb2_E", NULL},
	{"_RINvC1a1fKc76_E", "a::f::<'v'>"},
	{"_RINvC1a1fKca_E", "a::f::<'\\n'>"},
	{"_RINvC1a1fKc27_E", "a::f::<'\\''>"},
	{"_RINvC1a1fKc2202_E", "a::f::<'\xE2\x88\x82'>"},
	{"_RINvC1a1fKcd800_E", NULL},
	{"_RINvC1a1fKo10000000000000000_E", "a::f::<0x10000000000000000>"},
	{"_RINvC1a1fKyffffffffffffffff_E", "a::f::<18446744073709551615>"},
	{"_RINvC1a1fKpE", "a::f::<_>"},
	{"_RINvC1a1fKRe616263_E", "a::f::<\"abc\">"},
	{"_RINvC1a1fKe616263_E", "a::f::<{*\"abc\"}>"},
	{"_RINvC1a1fKRe27220a_E", "a::f::<\"'\\\"\\n\">"},
	{"_RINvC1a1fKRec3_E", NULL},
	{"_RINvC1a1fKRe61626_E", NULL},
	{"_RINvC1a1fKAh1_h2_h3_EE", "a::f::<{[1, 2, 3]}>"},
	{"_RINvC1a1fKTh1_EE", "a::f::<{(1,)}>"},
	{"_RINvC1a1fKRAh1_EE", "a::f::<{&[1]}>"},
	{"_RINvC1a1fKVNvNtC4core6option4NoneUE", "a::f::<{core::option::None}>"},
	{"_RINvC1a1fKVINtNtC4core6option6OptionjE4SomeTj0_EE", NULL},
	{"_RINvC1a1fKVNtINtNtC4core6option6OptionjE4SomeTj0_EE",
	 "a::f::<{core::option::Option::<usize>::Some(0)}>"},
	{"_RINvC1a1fKVNtC1a3FooS1xh1_1ychEE", NULL},
	{"_RINvC1a1fKVNtC1a3FooS1xh1_1yc61_EE", "a::f::<{a::Foo { x: 1, y: 'a' }}>"},
	{"_RINvC1a1fAhj8_E", "a::f::<[u8; 8]>"},
	{"_RINvC1a1fShRShQShPhOhE", "a::f::<[u8], &[u8], &mut [u8], *const u8, *mut u8>"},
	{"_RINvC1a1fTETaETabEE", "a::f::<(), (i8,), (i8, bool)>"},
	{"_RINvC1a1fFEuFhEmFUKChEuFK8C_unwindEuE",
	 "a::f::<fn(), fn(u8) -> u32, unsafe extern \"C\" fn(u8), extern \"C-unwind\" fn()>"},
	{"_RINvC1a1fFG_RL0_hEuE", "a::f::<for<'a> fn(&'a u8)>"},
	{"_RINvC1a1fFG0_RL1_hRL0_tRL_mEuE", "a::f::<for<'a, 'b> fn(&'a u8, &'b u16, &u32)>"},
	{"_RINvC1a1fRL0_hE", NULL}, /* an unbound lifetime */
	{"_RINvC1a1fL_E", "a::f::<'_>"},
	{"_RINvC1a1fDNtC1b5TraitNtC1b4SendEL_E", "a::f::<dyn b::Trait + b::Send>"},
	{"_RINvC1a1fDG_INtC1b5TraitRL0_hEp1OmEL_E",
	 "a::f::<dyn for<'a> b::Trait<&'a u8, O = u32>>"},
	{"_RINvC1a1fDEL_abcdefhijlmnopstuvxyzE",
	 "a::f::<dyn , i8, bool, char, f64, str, f32, u8, isize, usize, i32, u32, i128, u128, _, "
	 "i16, u16, (), ..., i64, u64, !>"},
	{"_RINvC1a1fgE", NULL},
	{"_RNvYhNtC1b5Trait1f", "<u8 as b::Trait>::f"},
	{"_RNvXs_C1ahNtC1b5Trait1f", "<u8 as b::Trait>::f"},
	{"_RNSNvC1a1f6vtable", "a::f::{shim:vtable#0}"},
	{"_RNSNvC1a1fs0_6vtable", "a::f::{shim:vtable#2}"},
	{"_RNZNvC1a1f0", "a::f::{Z#0}"},
	{"_RNvC1a1f.llvm.1234", "a::f"},
	{"_RNvC1a1f.cold", "a::f.cold"},
	{"_RNvC1a1fC1b", "a::f"},
	{"_RNvC1a1fh", NULL},
	{"_R0NvC1a1f", NULL}, /* a version of the mangling */
	{"_RNvC1a1f ", NULL},
	{"_RB_", NULL},                        /* of itself */
	{"_RNvB_1f", NULL},                    /* the path around it, without end */
	{"_RNvCszzzzzzzzzzzzzzzz_1a1f", NULL}, /* passes 64 bits */
	{"_RNvC99999999999999999999a1f", NULL},
	{"_RNvC1au1_1f", NULL},
};

/* Made by rustc 1.95. */
static const struct pair compiled[] = {
	{"_RINvCsh537bOAIRKx_3lib4tookFG_RL0_eERL0_eEB2_",
	 "lib::took::<for<'a> fn(&'a str) -> &'a str>"},
	{"_RINvCsh537bOAIRKx_3lib4tookFUKCPhOlEuEB2_",
	 "lib::took::<unsafe extern \"C\" fn(*const u8, *mut i32)>"},
	{"_RINvCsh537bOAIRKx_3lib4tookINtNtCsgEmfK2I1SDS_4core6option6OptionFG0_RL1_hRL0_tEzEEB2_",
	 "lib::took::<core::option::Option<for<'a, 'b> fn(&'a u8, &'b u16) -> !>>"},
	{"_RINvCsh537bOAIRKx_3lib4tookINtNtCslNYArtu3iFV_5alloc5boxed3BoxDINtNtNtCsgEmfK2I1SDS_4core3ops8function2FnTlEEp6OutputlNtNtB16_6marker4SendEL_EEB2_",
	 "lib::took::<alloc::boxed::Box<dyn core::ops::function::Fn<(i32,), Output = i32> + core::marker::Send>>"},
	{"_RINvCsh537bOAIRKx_3lib4tookNCNCNvB2_7use_alls_00EB2_",
	 "lib::took::<lib::use_all::{closure#1}::{closure#0}>"},
	{"_RINvCsh537bOAIRKx_3lib4tookRSQhEB2_", "lib::took::<&[&mut u8]>"},
	{"_RNvMs_Csh537bOAIRKx_3libINtB4_1CKb1_Kca_Kln5_E1mB4_", "<lib::C<true, '\\n', -5>>::m"},
	{"_RNvMs_Csh537bOAIRKx_3libINtB4_1CKb0_Kce9_Kl7fffffff_E1mB4_",
	 "<lib::C<false, '\xC3\xA9', 2147483647>>::m"},
	{"_RNvNtCsh537bOAIRKx_3libu9gre_6ka8iu16ber__zra6116mo4b", "lib::gr\xC3\xB6\xC3\x9F"
								   "e::\xC3\xBC"
								   "ber_\xE6\x97\xA5\xE6\x9C\xAC"},
	{"_RINvCsh537bOAIRKx_3lib4tookAoj4_EB2_", "lib::took::<[u128; 4]>"},
	{"_RNvYINtCsh537bOAIRKx_3lib1ShKj2_ENtB5_2Tr3defB5_", "<lib::S<u8, 2> as lib::Tr>::def"},
	{"_RINvCsh537bOAIRKx_3lib4tookINtNtNtNtCsjrHSEGnQ3l9_3std11collections4hash3map7HashMapNtNtCslNYArtu3iFV_5alloc6string6StringINtNtCsgEmfK2I1SDS_4core6option6OptionAxj3_EEEB2_",
	 "lib::took::<std::collections::hash::map::HashMap<alloc::string::String, core::option::Option<[i64; 3]>>>"},
};

CASE(v0_names_of_rust)
{
	CHECK(all_give(v0, ARRAY_LEN(v0)));
	CHECK(all_give(compiled, ARRAY_LEN(compiled)));
	CHECK(gives("_RC0_", NULL)); /* nothing would be left of it */
}

static const struct pair others[] = {
	{"camlDemo__Sub__map_123", "Demo.Sub.map_123"},
	{"camlStdlib__List__map_45", "Stdlib.List.map_45"},
	{"camlA__$2b$2e_1$", "A.+._1$"},
	{"camlA__$00$zz", "A.$00$zz"},
	{"caml_alloc", NULL},
	{"caml", NULL},
	{"Lcom/foo/Bar;baz(ILjava/lang/String;)V", "com.foo.Bar.baz(int, java.lang.String)"},
	{"Ldemo/App;outer(I)V", "demo.App.outer(int)"},
	{"LA;<init>()V", "A.<init>()"},
	{"La/B$C;f(BCDFIJSZ)[[La/B;",
	 "a.B$C.f(byte, char, double, float, int, long, short, boolean)"},
	{"LA;f([[I[LB;)I", "A.f(int[][], B[])"},
	{"LA;f(V)V", NULL},
	{"LA;f()", NULL},
	{"LA;f()VV", NULL},
	{"LA;f([)V", NULL},
	{"LA;(I)V", NULL},
	{"L;f()V", NULL},
	{"Ljava/lang/String;", NULL},
	{"LOG_write", NULL},
	{"main", NULL},
	{"", NULL},
	{"_", NULL},
	{"-[NSView draw:]", NULL},
	{"_D4demo3fooFiZv", NULL},
	{"$s4main3fooyyF", NULL},
};

CASE(names_of_ocaml_and_java)
{
	CHECK(all_give(others, ARRAY_LEN(others)));
}

static const struct pair cplusplus[] = {
	{"_ZNK3geo6Circle4areaEi", "geo::Circle::area(int) const"},
	{"_Z3maxIiET_S0_S0_", "int max<int>(int, int)"},
	{"_ZN6Engine4stepEi.isra.0", "Engine::step(int) [clone .isra.0]"},
	{"_ZZN3app3runEiENKUlvE_clEv.constprop.1.cold",
	 "app::run(int)::{lambda()#1}::operator()() const [clone .constprop.1] [clone .cold]"},
	{"_ZThn8_N3app6WidgetD1Ev", "non-virtual thunk to app::Widget::~Widget()"},
	{"_ZN3FooC1ERKS_", "Foo::Foo(Foo const&)"},
	{"_ZN12_GLOBAL__N_16hiddenEv", "(anonymous namespace)::hidden()"},
	{"_Z1fSs", "f(std::string)"},
	{"__Z3barv", NULL},
	{"_Znotvalid", NULL},
	{"_Z", NULL},
	{"_ZN4core3fmt5write17h0123456789abcdeE", NULL}, /* a digit is missing */
};

/* Without the runtime library of C++ nothing of it is demangled. */
static bool has_cplusplus(void)
{
	struct buf out = {0};
	const bool has = demangle(&out, SLICE("_Z1fv"));

	buf_release(&out);
	return has;
}

CASE(names_of_cplusplus)
{
	if (has_cplusplus())
		CHECK(all_give(cplusplus, ARRAY_LEN(cplusplus)));
	else
		fprintf(stderr, "there is no runtime library of C++\n");
}

/* Each pair is of the one before: 150 bytes are 2^18 names. */
static void add_pairs(struct buf *name, unsigned count)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	unsigned i;

	buf_add(name, SLICE("_Z1f1aIiiE"));
	for (i = 0; i < count; i++) {
		buf_add(name, SLICE("S_I"));
		buf_printf(name, "S%c_S%c_E", digits[i], digits[i]);
	}
}

CASE(substitutions_of_cplusplus_do_not_explode)
{
	struct buf name = {0}, out = {0};
	unsigned count;

	for (count = 1; count < 36; count++) {
		buf_reset(&name);
		buf_reset(&out);
		add_pairs(&name, count);
		CHECK(demangle(&out, buf_slice(&name)) == (count <= 10 && has_cplusplus()));
	}
	buf_release(&name);
	buf_release(&out);
}

/* A back reference to a place that stands 1 to 3844 bytes after `_R`. */
static void add_back_reference(struct buf *name, size_t place)
{
	static const char digits[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	buf_add_char(name, 'B');
	buf_add_char(name, digits[(place - 1) / 62]);
	buf_add_char(name, digits[(place - 1) % 62]);
	buf_add_char(name, '_');
}

/* Each tuple has the one before twice: 300 bytes are 2^30 tuples. */
static void add_tuples(struct buf *name, unsigned count)
{
	size_t last = 0, begin;
	unsigned i;

	buf_add(name, SLICE("_RINvC1a1f"));
	for (i = 0; i < count; i++) {
		begin = name->len - 2;
		buf_add_char(name, 'T');
		if (i > 0) {
			add_back_reference(name, last);
			add_back_reference(name, last);
		}
		buf_add_char(name, 'E');
		last = begin;
	}
	buf_add_char(name, 'E');
}

CASE(back_references_do_not_explode)
{
	struct buf name = {0}, out = {0};
	unsigned count;

	add_tuples(&name, 3);
	CHECK(demangle(&out, buf_slice(&name)));
	CHECK(slice_equal(buf_slice(&out), SLICE("a::f::<(), ((), ()), (((), ()), ((), ()))>")));
	for (count = 20; count < 60; count++) {
		buf_reset(&name);
		buf_reset(&out);
		add_tuples(&name, count);
		CHECK(!demangle(&out, buf_slice(&name)) && out.len == 0);
	}
	buf_release(&name);
	buf_release(&out);
}

/* `count` times `text`, and `end`: is it demangled? */
static bool is_good_nested(const char *begin, const char *text, unsigned count, const char *end)
{
	struct buf name = {0}, out = {0};
	bool good;
	unsigned i;

	buf_add_text(&name, begin);
	for (i = 0; i < count; i++)
		buf_add_text(&name, text);
	buf_add_text(&name, end);
	good = demangle_alone(&out, buf_slice(&name));
	buf_release(&name);
	buf_release(&out);
	return good;
}

CASE(depth_is_limited)
{
	CHECK(is_good_nested("_RINvC1a1f", "R", 250, "hE"));
	CHECK(!is_good_nested("_RINvC1a1f", "R", 400, "hE"));
	CHECK(!is_good_nested("_RINvC1a1f", "R", 1000000, "hE"));
	CHECK(!is_good_nested("_R", "N", 1000000, ""));
	CHECK(!is_good_nested("_RINvC1a1fK", "A", 1000000, "E"));
	CHECK(!is_good_nested("_RINvC1a1fFGzzzzzzz_", "", 1, "EuE")); /* 2^41 lifetimes */
	CHECK(!is_good_nested("_ZN", "1a", 1000000, "17h0123456789abcdefE"));
	CHECK(!is_good_nested("_Z1f", "P", 1000000, "i"));
	CHECK(!is_good_nested("LA;f(", "LB;", 1000000, ")V"));
	CHECK(!is_good_nested("LA;f(", "[", 1000000, "I)V"));
}

TEST_CASES(demangle)
