# SPDX-License-Identifier: MIT
flambeau_library(diff
	diff/diff.c diff/report/budget.c
	diff/report/findings.c diff/report/noise.c
	diff/report/report.c
	diff/report/totals.c
	diff/report/diffreport.c diff/report/report_json.c diff/report/report_text.c
	diff/diff_options.c diff/diff_sorted.c diff/difffolded.c)
