/* SPDX-License-Identifier: MIT */
/* main() of a program that is the function MAIN of a folder's library, as it is in libflambeau. */

int MAIN(int argc, char **argv);

int main(int argc, char **argv)
{
	return MAIN(argc, argv);
}
