# SPDX-License-Identifier: MIT
#
# cmake -D HEADER=FILE [-D HASHES=ON] -P embed.cmake OUTPUT NAME=FILE...
#
# Write OUTPUT, a C source that includes HEADER and defines for each NAME the text of its FILEs,
# joined in the order given, as `const unsigned char NAME[]` and `const size_t NAME_len`. A zero
# byte after the last one is not counted. With HASHES also `const char NAME_hash[]`: SHA-256 of the
# text in base64, as a Content-Security-Policy has it. Where NAME ends with "_packed", the array has
# a gzip member of the text instead, in base 85. Text that is hashed or packed must be ASCII.
#
# Every graph contains this text, so everything is stripped that only its authors need: indentation,
# empty lines, comments that fill their lines, except those that begin with /*!, and, but for style
# sheets without HASHES, comments after code and blanks round signs. Lines that could have an
# expression, or quotes other than ", keep these. A file where a line could mean something else
# without its neighbours - a string over several lines, code after a comment - is refused.

cmake_minimum_required(VERSION 3.21)

# Bytes are written "2f," each from here on, lines begin after "0a,".
set(newline 0a,)
set(comment 2f,2a,)
set(comment_end 2a,2f,)

# flambeau_refuse_strings(FILE BYTES): backticks of a line come in pairs, none ends with a
# backslash.
function(flambeau_refuse_strings file bytes)
	string(REGEX MATCHALL "60,|${newline}" ticks "${bytes}")
	string(REPLACE "60,;60," "" ticks "${ticks}")
	if(ticks MATCHES "60,")
		message(FATAL_ERROR "${file}: a string goes over several lines")
	endif()
	string(FIND "${bytes}" "5c,${newline}" at)
	if(NOT at EQUAL -1)
		message(FATAL_ERROR "${file}: a line ends with a backslash")
	endif()
endfunction()

# flambeau_without_comments(RESULT FILE BYTES): every line of BYTES without indentation.
function(flambeau_without_comments result file bytes)
	set(code "")
	while(TRUE)
		string(FIND "${bytes}" "${newline}${comment}" begin)
		if(begin EQUAL -1)
			break()
		endif()
		math(EXPR begin "${begin} + 3") # the newline stays
		string(SUBSTRING "${bytes}" 0 ${begin} before)
		string(SUBSTRING "${bytes}" ${begin} -1 bytes)
		string(FIND "${bytes}" "${comment_end}" length)
		if(length EQUAL -1)
			message(FATAL_ERROR "${file}: a comment has no end")
		endif()
		math(EXPR length "${length} + 6")
		string(SUBSTRING "${bytes}" 0 ${length} text)
		string(SUBSTRING "${bytes}" ${length} -1 bytes)
		if(NOT bytes MATCHES "^${newline}")
			message(FATAL_ERROR "${file}: code behind a comment")
		endif()
		if(NOT text MATCHES "^${comment}21,")
			set(text "")
		endif()
		string(APPEND code "${before}${text}")
	endwhile()
	set(${result} "${code}${bytes}" PARENT_SCOPE)
endfunction()

# flambeau_file(RESULT FILE): the bytes of FILE that are embedded.
function(flambeau_file result file)
	file(READ "${file}" bytes HEX)
	string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\1," bytes "${bytes}")
	set(bytes "${newline}${bytes}${newline}")
	flambeau_refuse_strings("${file}" "${bytes}")
	string(REGEX REPLACE "${newline}(09,|20,)+" "${newline}" bytes "${bytes}")
	flambeau_without_comments(bytes "${file}" "${bytes}")
	string(REGEX REPLACE "(${newline})+" "${newline}" bytes "${bytes}")
	string(SUBSTRING "${bytes}" 3 -1 bytes)
	set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

# flambeau_tight(RESULT FILE BYTES): BYTES, which are outside of quotes, without blanks round signs.
function(flambeau_tight result file bytes)
	if(file MATCHES "[.]css$")
		string(REGEX REPLACE "(3a,|3b,|2c,|7b,)20," "\\1" bytes "${bytes}")
		string(REPLACE "20,7b," "7b," bytes "${bytes}")
		string(REPLACE "3b,7d," "7d," bytes "${bytes}")
	elseif(NOT bytes MATCHES "2b,20,2b,|2d,20,2d,") # "a + +b" is not "a++b"
		set(signs "2[1689abcd]|3[abcdef]|5[bd]|7[bcd]")
		string(REGEX REPLACE "20,(${signs})," "\\1," bytes "${bytes}")
		string(REGEX REPLACE "(${signs}),20," "\\1," bytes "${bytes}")
		string(REPLACE "5d,5d,3e," "5d,5d,20,3e," bytes "${bytes}") # the end of CDATA
	endif()
	set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

# flambeau_squeezed(RESULT FILE BYTES): the lines of BYTES without comments after code, without
# blanks that mean nothing, and joined where a sign says that they go on. Lines that could have
# an expression, or quotes other than ", stay as they are.
function(flambeau_squeezed result file bytes)
	set(code "")
	string(REPLACE "${newline}" ";" lines "${bytes}")
	foreach(line IN LISTS lines)
		if(line MATCHES "${comment}" AND NOT line MATCHES "^${comment}|22,|27,|60,")
			string(REGEX REPLACE "(20,)*${comment}(..,)*${comment_end}$" "" line "${line}")
		endif()
		if(NOT line MATCHES "27,|60,|5c,|2f,")
			string(REPLACE "22," ";" parts "${line}")
			set(tight "")
			set(quoted FALSE)
			set(quote "")
			foreach(part IN LISTS parts)
				if(NOT quoted)
					flambeau_tight(part "${file}" "${part}")
					set(quoted TRUE)
				else()
					set(quoted FALSE)
				endif()
				string(APPEND tight "${quote}${part}")
				set(quote "22,")
			endforeach()
			set(line "${tight}")
		endif()
		string(APPEND code "${line}${newline}")
	endforeach()
	string(REGEX REPLACE "(3b,|7b,|2c,|28,)(${newline})+" "\\1" code "${code}")
	string(REGEX REPLACE "(${newline})+" "${newline}" code "${code}")
	set(${result} "${code}" PARENT_SCOPE)
endfunction()

# flambeau_base64(RESULT HEX): 64 hexadecimal digits as base64 (RFC 4648).
function(flambeau_base64 result hex)
	set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
	set(text "")
	while(NOT hex STREQUAL "")
		string(SUBSTRING "${hex}" 0 6 group)
		string(LENGTH "${group}" digits)
		string(SUBSTRING "${hex}" ${digits} -1 hex)
		string(SUBSTRING "${group}0000" 0 6 group)
		foreach(shift 18 12 6 0)
			math(EXPR at "(0x${group} >> ${shift}) & 63")
			string(SUBSTRING "${letters}" ${at} 1 letter)
			string(APPEND text "${letter}")
		endforeach()
	endwhile()
	string(REGEX REPLACE "A$" "=" text "${text}") # 32 bytes: the last group has two
	set(${result} "${text}" PARENT_SCOPE)
endfunction()

# flambeau_base85(RESULT HEX): four bytes, the highest first, as five digits, the highest first; of
# the last n bytes n + 1 digits. Digits are "(" to "}" without "<": RESULT has such characters as
# "28,".
function(flambeau_base85 result hex)
	set(sum "")
	foreach(place 1 85 7225 614125 52200625)
		set(digit "(group / ${place} % 85)")
		list(PREPEND sum "40 + ${digit} + (${digit} + 64) / 84")
	endforeach()
	list(JOIN sum ") * 256 + " sum) # a number of five bytes, each a character
	set(sum "((((${sum}")
	set(text "")
	string(LENGTH "${hex}" nibbles)
	string(REGEX MATCHALL "........" groups "${hex}000000")
	foreach(group IN LISTS groups)
		string(REPLACE "group" "0x${group}" digits "${sum}")
		math(EXPR digits "${digits}" OUTPUT_FORMAT HEXADECIMAL)
		string(APPEND text "${digits}")
	endforeach()
	string(REPLACE "0x" "" text "${text}")
	string(REGEX REPLACE "(..)" "\\1," text "${text}")
	math(EXPR length "(${nibbles} * 5 + 7) / 8 * 3")
	string(SUBSTRING "${text}" 0 ${length} text)
	set(${result} "${text}" PARENT_SCOPE)
endfunction()

# flambeau_text(RESULT NAME BYTES): the text that BYTES stand for.
function(flambeau_text result name bytes)
	foreach(tens 0 1 2 3 4 5 6 7)
		foreach(ones 0 1 2 3 4 5 6 7 8 9 a b c d e f)
			math(EXPR code "0x${tens}${ones}")
			string(REPLACE "${tens}${ones}," "${code};" bytes "${bytes}")
		endforeach()
	endforeach()
	if(bytes MATCHES ",")
		message(FATAL_ERROR "${name}: not ASCII")
	endif()
	string(ASCII ${bytes} text)
	set(${result} "${text}" PARENT_SCOPE)
endfunction()

# flambeau_packed(RESULT FILE TEXT): TEXT compressed, in base 85; FILE is written on the way. The
# time in the header of the gzip member is 0, so that all builds are equal.
function(flambeau_packed result file text)
	file(WRITE "${file}" "${text}")
	file(ARCHIVE_CREATE OUTPUT "${file}.gz" PATHS "${file}" FORMAT raw COMPRESSION GZip
		COMPRESSION_LEVEL 9)
	file(READ "${file}.gz" hex HEX)
	file(REMOVE "${file}" "${file}.gz")
	string(SUBSTRING "${hex}" 0 8 head)
	string(SUBSTRING "${hex}" 16 -1 tail)
	flambeau_base85(bytes "${head}00000000${tail}")
	set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

set(first 5) # the argument that is OUTPUT
if(DEFINED HASHES)
	set(first 7)
endif()
set(output "${CMAKE_ARGV${first}}")
math(EXPR next "${first} + 1")
set(names "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${next} ${last})
	string(FIND "${CMAKE_ARGV${i}}" "=" split)
	string(SUBSTRING "${CMAKE_ARGV${i}}" 0 ${split} name)
	math(EXPR split "${split} + 1")
	string(SUBSTRING "${CMAKE_ARGV${i}}" ${split} -1 file)
	flambeau_file(bytes "${file}")
	if(HASHES OR file MATCHES "[.]js$") # other programs look at the rules of a picture
		flambeau_squeezed(bytes "${file}" "${bytes}")
	endif()
	if(NOT name IN_LIST names)
		list(APPEND names ${name})
	endif()
	string(APPEND bytes_of_${name} "${bytes}")
endforeach()

set(source "/* Generated by render/embed.cmake, do not edit. */\n#include \"${HEADER}\"\n")
foreach(name IN LISTS names)
	set(bytes "${bytes_of_${name}}")
	if(bytes MATCHES "5d,5d,3e,")
		message(FATAL_ERROR "${name}: has the end of a CDATA section")
	endif()
	if(HASHES)
		flambeau_text(text ${name} "${bytes}")
	endif()
	if(name MATCHES "_packed$")
		flambeau_packed(bytes "${output}.${name}" "${text}")
	endif()
	string(LENGTH "${bytes}" length)
	math(EXPR length "${length} / 3")
	string(REPEAT "[0-9a-f,]" 48 line)
	string(REGEX REPLACE "(${line})" "\\1\n" lines "${bytes}")
	string(REGEX REPLACE "([0-9a-f][0-9a-f])," "0x\\1," lines "${lines}")
	string(APPEND source "\nconst unsigned char ${name}[] = {\n${lines}0x00\n};\n")
	string(APPEND source "const size_t ${name}_len = ${length};\n")
	if(HASHES)
		string(SHA256 hash "${text}")
		flambeau_base64(hash ${hash})
		string(APPEND source "const char ${name}_hash[] = \"${hash}\";\n")
	endif()
endforeach()
file(WRITE "${output}" "${source}")
