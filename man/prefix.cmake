# SPDX-License-Identifier: MIT
#
# cmake -D PREFIX=PREFIX -D TOOLS="TOOL..." -D PAGES="FILE..." -D INTO=FOLDER -P prefix.cmake
#
# Copies of manual pages where the programs TOOLS have the prefix: in the text, in the title, and in
# the name of a program's own page. The word flambeau is also the project: it is the program before
# "(1)", and in the page of section 1.

cmake_minimum_required(VERSION 3.21)
separate_arguments(TOOLS)
separate_arguments(PAGES)
set(others ${TOOLS})
list(REMOVE_ITEM others flambeau)
string(REPLACE "-" "\\\\-" names "${others}")
string(REPLACE ";" "|" names "${names}")
string(REPLACE "-" "\\-" roff_prefix "${PREFIX}")
string(TOUPPER "${roff_prefix}" title_prefix)
string(ASCII 1 mark)

# A whole word, also between \f commands; neither flamegraph.pl nor out.flamegraph.
set(word "(^|\\\\f[BIR]|[^-A-Za-z0-9_./${mark}])(${names})(\\.?[^-A-Za-z0-9_.\\]|\\\\f|$)")
foreach(page IN LISTS PAGES)
	file(READ ${page} text)
	# Twice, since neighbours share the byte between them.
	string(REGEX REPLACE "${word}" "\\1${mark}\\2\\3" text "${text}")
	string(REGEX REPLACE "${word}" "\\1${mark}\\2\\3" text "${text}")
	string(REPLACE ".BR flambeau (1)" ".BR ${mark}flambeau (1)" text "${text}")
	get_filename_component(copy ${page} NAME)
	get_filename_component(name ${page} NAME_WE)
	if(copy STREQUAL "flambeau.1")
		string(REGEX REPLACE "(\n|\n\\.B |[|] |    )flambeau([\n ])" "\\1${mark}flambeau\\2" text "${text}")
	endif()
	string(REPLACE "${mark}" "${roff_prefix}" text "${text}")

	if(copy STREQUAL "${name}.1" AND name IN_LIST TOOLS)
		string(REPLACE "\n.TH " "\n.TH ${title_prefix}" text "${text}")
		set(copy ${PREFIX}${copy})
	endif()
	file(WRITE ${INTO}/${copy} "${text}")
endforeach()
