# SPDX-License-Identifier: MIT
#
# flambeau_prefixed_pages(VARIABLE PREFIX TOOLS): replace the paths of manual pages in the variable
# by those of copies in the build tree where the programs of the list TOOLS have the
# prefix: in the text, in the title, and in the name of a program's own page.
function(flambeau_prefixed_pages variable prefix tools)
	string(REPLACE "-" "\\\\-" names "${tools}")
	string(REPLACE ";" "|" names "${names}")
	string(REPLACE "-" "\\-" roff_prefix "${prefix}")
	string(TOUPPER "${roff_prefix}" title_prefix)
	string(ASCII 1 mark)

	# A whole word, also between \f commands; neither flamegraph.pl nor out.flamegraph.
	set(word "(^|\\\\f[BIR]|[^-A-Za-z0-9_./${mark}])(${names})(\\.?[^-A-Za-z0-9_.\\]|\\\\f|$)")
	set(copies "")
	foreach(page IN LISTS ${variable})
		set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
		file(READ ${page} text)
		# Twice, since neighbours share the byte between them.
		string(REGEX REPLACE "${word}" "\\1${mark}\\2\\3" text "${text}")
		string(REGEX REPLACE "${word}" "\\1${mark}\\2\\3" text "${text}")
		string(REPLACE "${mark}" "${roff_prefix}" text "${text}")

		get_filename_component(copy ${page} NAME)
		get_filename_component(name ${page} NAME_WE)
		if(name IN_LIST tools)
			string(REPLACE "\n.TH " "\n.TH ${title_prefix}" text "${text}")
			set(copy ${prefix}${copy})
		endif()
		file(WRITE ${CMAKE_BINARY_DIR}/man/${copy} "${text}")
		list(APPEND copies ${CMAKE_BINARY_DIR}/man/${copy})
	endforeach()
	set(${variable} ${copies} PARENT_SCOPE)
endfunction()
