# SPDX-License-Identifier: MIT
flambeau_library(common
	common/base/arena.c common/base/buf.c common/base/cells.c common/base/escape.c
	common/base/exact.c common/base/frame_name.c common/base/slice.c common/base/utf8.c
	common/debuginfo/cfi_entry.c common/debuginfo/cfi_file.c common/debuginfo/sframe.c common/debuginfo/demangle.c
	common/debuginfo/demangle_rust.c common/debuginfo/dwarf_data.c
	common/debuginfo/disassembler.c common/debuginfo/dwarf_entry.c common/debuginfo/dwarf_file.c common/debuginfo/dwarf_lines.c
	common/debuginfo/dwarf_names.c common/debuginfo/dwarf_others.c
	common/debuginfo/dwarf_ranges.c common/debuginfo/dwarf_units.c common/debuginfo/elf_file.c
	common/debuginfo/elf_packed.c common/debuginfo/elf_symbols.c
	common/debuginfo/kallsyms.c common/debuginfo/perf_map.c
	common/debuginfo/rust_v0.c common/debuginfo/symbol_file.c
	common/debuginfo/symbol_search.c common/debuginfo/symbol_table.c
	common/debuginfo/symbol_text.c common/debuginfo/unwind_row.c common/folded/folded.c
	common/folded/folded_grammar.c common/folded/folded_write.c
	common/folded/sorted.c common/io/compress.c
	common/io/guarded_map.c common/io/json.c common/io/piece_reader.c common/io/pprof_read.c
	common/io/pprof_write.c common/io/protobuf.c common/io/protobuf_json.c common/io/snapshots.c common/io/spool.c common/io/unused.c
	common/profile/amount.c common/profile/function_kinds.c common/profile/functions.c common/profile/header.c common/profile/ingest.c
	common/profile/label_rows.c common/profile/labels.c common/profile/profile.c
	common/profile/profile_sort.c common/profile/roots.c common/profile/significance.c
	common/profile/tally.c common/table/fingerprint.c
	common/table/hash.c common/table/intern.c common/table/keysort.c
	common/table/name_table.c common/table/name_table_avx2.c
	common/debuginfo/file_identity.c common/debuginfo/rooted.c common/profile/label_request.c
	common/base/child.c common/base/context.c common/base/diag.c common/base/memory.c
	common/base/nearest.c common/base/parallel.c common/base/personality.c
	common/base/process.c common/base/regex.c common/base/shared_object.c common/base/system.c
	common/cli/opt.c common/cli/opt_text.c common/cli/program.c common/cli/thin_stacks.c
	common/cli/wrong_input.c common/io/decompress.c common/io/input.c common/io/locate.c
	common/io/output.c common/io/pasted.c common/io/progress.c common/io/source.c
	common/profile/notes.c ${flambeau_system})
flambeau_precompile(flambeau_common)
