# SPDX-License-Identifier: MIT
flambeau_library(render
	render/flamegraph_draw.c render/flamegraph_options.c render/flamegraph_stages.c
	render/flamegraph_write.c render/option_values.c render/render_personality.c
	render/export/export_firefox.c render/export/export_pprof.c
	render/export/export_speedscope.c render/export/export_top.c
	render/export/firefox_thread.c render/export/top.c render/export/top_rows.c
	render/export/top_text.c
	render/measure/caption.c render/measure/decimal.c
	render/measure/headline.c render/measure/members.c
	render/page/page.c render/page/page_data.c render/page/page_samples.c
	render/page/page_still.c render/page/page_tree.c
	render/palette/attrs.c render/palette/color.c render/palette/color_place.c
	render/palette/delta_member.c render/palette/paint.c render/palette/palette.c
	render/palette/palette_map.c render/palette/palette_rules.c
	render/refine/refine_base.c render/refine/refine_places.c render/refine/refine_tree.c
	render/svg/svg.c render/svg/svg_data.c render/svg/svg_frames.c render/svg/svg_legend.c
	render/svg/svg_marks.c render/svg/svg_parts.c render/svg/svg_style.c
	render/terminal/events.c render/terminal/own_terminal.c render/terminal/reading.c
	render/terminal/seen.c render/terminal/strip.c render/terminal/view.c
	render/terminal/view_draw.c render/terminal/view_keys.c render/terminal/view_session.c
	render/terminal/view_steps.c render/terminal/view_strip.c render/terminal/view_write.c
	render/terminal/graph/graph_draw.c render/terminal/graph/graph_move.c
	render/terminal/graph/graph_view.c render/terminal/graph/lens.c
	render/terminal/graph/screen.c render/terminal/graph/subject.c
	render/text/icicle.c render/text/terminal_colors.c
	render/tree/largest.c render/tree/layout.c render/tree/line_times.c render/tree/lines.c
	render/tree/normalize.c render/tree/stacks.c render/tree/tree.c)
