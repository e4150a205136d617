/* SPDX-License-Identifier: MIT */
/* exports.h - the programs export-NAME, which are one program under many names. */
#ifndef FLAMBEAU_EXPORTS_H
#define FLAMBEAU_EXPORTS_H

int export_firefox_main(int argc, char **argv);
int export_pprof_main(int argc, char **argv);
int export_speedscope_main(int argc, char **argv);
int export_top_main(int argc, char **argv);

#endif
