/* with_parent COMMAND…: becomes the command, which the kernel asks to end when the process that started it ends. */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return 127;
    execvp(arguments[1], arguments + 1);
    perror(arguments[1]);
    return 127;
}
