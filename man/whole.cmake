# SPDX-License-Identifier: MIT
#
# For cpack: the manual pages of the tarball have what programs print for them, too.
file(GLOB pages ${CPACK_FLAMBEAU_PAGES}/*.[17])
if(NOT pages)
	message(FATAL_ERROR "Manual pages are made by the programs: build first (cmake --build .)")
endif()
file(COPY ${pages} DESTINATION ${CPACK_TEMPORARY_DIRECTORY}/man)
