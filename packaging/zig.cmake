# SPDX-License-Identifier: MIT
#
# A CMake toolchain file: zig's C compiler, which has the headers and the C libraries of other systems.
#
#   cmake --toolchain packaging/zig.cmake -DZIG=/path/of/zig -DZIG_TARGET=aarch64-macos ...
#
# ZIG_TARGET: aarch64-macos, x86_64-macos, riscv64-linux-musl, powerpc64le-linux-musl ...
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ZIG ZIG_TARGET ZIG_TOOLS)
if(NOT ZIG OR NOT ZIG_TARGET)
	message(FATAL_ERROR "packaging/zig.cmake needs -DZIG=PROGRAM and -DZIG_TARGET=MACHINE-SYSTEM")
endif()

string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR "${ZIG_TARGET}")
if(ZIG_TARGET MATCHES "-macos")
	set(CMAKE_SYSTEM_NAME Darwin)
	set(CMAKE_INSTALL_NAME_TOOL /bin/false) # installed programs have no paths of libraries
	set(CMAKE_OSX_SYSROOT "")
else()
	set(CMAKE_SYSTEM_NAME Linux)
endif()

# CMake wants programs of one word.
if(NOT ZIG_TOOLS)
	set(ZIG_TOOLS ${CMAKE_BINARY_DIR}/zig)
	foreach(tool cc ar ranlib)
		set(words ${tool})
		if(tool STREQUAL cc)
			set(words "cc -target ${ZIG_TARGET}")
		endif()
		file(WRITE ${ZIG_TOOLS}/${tool} "#!/bin/sh\nexec '${ZIG}' ${words} \"$@\"\n")
		file(CHMOD ${ZIG_TOOLS}/${tool} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
	endforeach()
endif()
set(CMAKE_C_COMPILER ${ZIG_TOOLS}/cc)
set(CMAKE_AR ${ZIG_TOOLS}/ar)
set(CMAKE_RANLIB ${ZIG_TOOLS}/ranlib)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
