# SPDX-License-Identifier: MIT
flambeau_library(diff
	diff/diff.c diff/diff_normalize.c diff/diff_options.c diff/diff_personality.c diff/doubles.c
	diff/roots.c diff/strip_hex.c
	diff/report/budget.c diff/report/by_label.c diff/report/changes.c
	diff/report/diffreport_options.c diff/report/findings.c diff/report/graph.c
	diff/report/report.c diff/report/report_brief.c diff/report/report_json.c
	diff/report/report_markdown.c diff/report/report_sentences.c diff/report/report_text.c
	diff/report/totals.c
	diff/report/noise/noise.c diff/report/noise/samples.c diff/report/noise/share.c
	diff/report/noise/significance.c diff/report/noise/spread.c)
