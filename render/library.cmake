# SPDX-License-Identifier: MIT
flambeau_library(render
	render/flamegraph_draw.c render/brief/brief.c render/brief/brief_facts.c
	render/brief/brief_time.c
	render/export/export_firefox.c render/export/export_pprof.c
	render/export/export_speedscope.c render/export/export_top.c render/export/top.c
	render/page/page.c render/page/page_lines.c render/page/page_samples.c render/palette/paint.c
	render/palette/palette.c render/svg/svg.c render/svg/svg_data.c render/svg/svg_frames.c
	render/terminal/graph.c render/terminal/view_profile.c render/terminal/view_timeline.c
	render/tree/caption.c render/tree/decimal.c render/tree/layout.c
	render/tree/refine.c render/tree/stacks.c render/tree/tree.c
	render/brief/brief_say.c render/brief/brief_write.c render/terminal/screen.c
	render/terminal/view.c render/terminal/view_draw.c render/terminal/view_keys.c
	render/flamegraph.c render/flamegraph_options.c render/palette/attrs.c render/palette/palette_map.c
	render/palette/states.c
	render/svg/svg_legend.c render/svg/svg_style.c render/text/icicle.c)
flambeau_precompile(flambeau_render)
