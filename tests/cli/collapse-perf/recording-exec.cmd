# needs: python3
# inside of execve a process has its new name and its old program's frames, until the new one is mapped
. "$CASES/recording-forms.sh"
forms exec
