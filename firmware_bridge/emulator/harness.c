/* A board for the real firmware, at the pace of real time, its serial line on a pseudo-terminal.
 *
 *   harness FIRMWARE.elf LINK EEPROM
 *
 * LINK becomes a symbolic link to the pseudo-terminal while the board is plugged in. LINK.said takes every byte
 * that the board says, as it said it. Commands come in on standard input, one a line; each is answered by one
 * line on standard output:
 *
 *   bounce N           presses the button for 60 ms, bouncing N times each way
 *   still              "yes" once the contact has been left alone for 30 ms, "no" before
 *   reset              restarts the processor
 *   uno 1|0            restarts it whenever the port is opened, as an Uno does
 *   unplug             takes the port away; the board keeps its power
 *   plug               brings it back
 *   noise PPM          changes so many of a million bytes, both ways
 *   screen             what the display shows, the two rows with a bar between
 *   stack              bytes of stack in use at most so far
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "virtual_board.h"

#define SLICE_NS 200000
#define LATE_NS 50000000

static FILE *answers;
static const char *link_path;
static int master = -1, said_file;
static bool opened, uno;
static uint32_t noise_ppm;
static uint8_t to_board[4096];
static size_t to_board_first, to_board_count;

static uint8_t damaged(uint8_t byte) {
    return noise_ppm && chance() % 1000000 < noise_ppm ? (uint8_t)(byte ^ (1 + chance() % 255)) : byte;
}

static void open_said(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s.said", link_path);
    said_file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (said_file < 0)
        fail(path);
}

static void board_said(uint8_t byte) {
    if (write(said_file, &byte, 1) != 1)
        fail("LINK.said");
    byte = damaged(byte);
    /* Nobody there, or nobody reading: a serial line forgets. */
    if (master >= 0 && opened && write(master, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
        fail("pseudo-terminal");
}

static void plug(void) {
    char name[256], fresh[4096];
    int slave;
    struct termios raw;
    memset(&raw, 0, sizeof raw);
    cfmakeraw(&raw);
    cfsetspeed(&raw, B57600);
    if (openpty(&master, &slave, name, &raw, NULL) < 0)
        fail("pseudo-terminal");
    fcntl(master, F_SETFL, O_NONBLOCK);
    close(slave); /* so that the master can tell whether somebody has it open */
    snprintf(fresh, sizeof fresh, "%s.new", link_path);
    unlink(fresh);
    if (symlink(name, fresh) < 0 || rename(fresh, link_path) < 0)
        fail(link_path);
    opened = false;
    to_board_first = to_board_count = 0;
}

static void unplug(void) {
    if (master < 0)
        return;
    unlink(link_path);
    close(master);
    master = -1;
    opened = false;
}

static void restart(void) {
    board_restart();
    to_board_first = to_board_count = 0;
}

static bool ask(const char *command) {
    char text[33];
    if (strcmp(command, "screen") == 0) {
        board_screen(text);
        fprintf(answers, "%.16s|%.16s\n", text, text + 16);
    } else if (strcmp(command, "still") == 0)
        fprintf(answers, "%s\n", board_still() ? "yes" : "no");
    else if (strcmp(command, "stack") == 0)
        fprintf(answers, "%u\n", board_stack());
    else
        return false;
    return true;
}

static void obey(const char *command) {
    unsigned number = 0;
    if (ask(command))
        return;
    if (sscanf(command, "bounce %u", &number) == 1)
        board_press(number);
    else if (strcmp(command, "reset") == 0)
        restart();
    else if (sscanf(command, "uno %u", &number) == 1)
        uno = number != 0;
    else if (sscanf(command, "noise %u", &number) == 1)
        noise_ppm = number;
    else if (strcmp(command, "unplug") == 0)
        unplug();
    else if (strcmp(command, "plug") == 0) {
        if (master < 0)
            plug();
    } else {
        fprintf(answers, "unknown: %s\n", command);
        return;
    }
    fprintf(answers, "done\n");
}

static void take_commands(void) {
    static char text[256];
    static size_t length;
    ssize_t got = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
    if (got <= 0) {
        unplug();
        exit(0); /* whoever started us is gone */
    }
    length += (size_t)got;
    text[length] = 0;
    for (char *end; (end = strchr(text, '\n'));) {
        *end = 0;
        obey(text);
        length -= (size_t)(end + 1 - text);
        memmove(text, end + 1, length + 1);
    }
    if (length == sizeof text - 1)
        length = 0;
}

static void look_at_port(short events) {
    bool open_now = !(events & POLLHUP);
    if (open_now && !opened && uno)
        restart();
    opened = open_now;
    if (!(events & POLLIN))
        return;
    if (to_board_first == to_board_count)
        to_board_first = to_board_count = 0;
    ssize_t got = read(master, to_board + to_board_count, sizeof to_board - to_board_count);
    for (ssize_t byte = 0; byte < got; byte++, to_board_count++)
        to_board[to_board_count] = damaged(to_board[to_board_count]);
}

static void look_outside(int64_t wait_ns) {
    /* A hung-up master is always ready: it is asked only in passing, or the wait would never wait. */
    struct pollfd outside[2] = {{STDIN_FILENO, POLLIN, 0}, {master, POLLIN, 0}};
    struct timespec wait = {0, wait_ns > 0 ? wait_ns : 0};
    if (master >= 0 && !opened) {
        struct timespec none = {0, 0};
        if (ppoll(outside, 2, &none, NULL) >= 0 && !(outside[1].revents & POLLHUP))
            look_at_port(outside[1].revents);
        ppoll(outside, 1, &wait, NULL);
    } else {
        if (ppoll(outside, master >= 0 ? 2 : 1, &wait, NULL) > 0 && master >= 0)
            look_at_port(outside[1].revents);
    }
    if (outside[0].revents)
        take_commands();
    to_board_first += board_hear(to_board + to_board_first, to_board_count - to_board_first);
}

static int64_t real_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void keep_pace(void) {
    int64_t started = real_ns() - board_now();
    for (;;) {
        board_run_until(board_now() + SLICE_NS);
        int64_t ahead = board_now() - (real_ns() - started);
        if (ahead < -LATE_NS)
            started -= ahead; /* this machine was busy: lost time is not made up in a rush */
        look_outside(ahead);
    }
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: harness FIRMWARE.elf LINK EEPROM\n");
        return 2;
    }
    /* libsimavr prints to standard output, which is for answers alone. */
    answers = fdopen(dup(STDOUT_FILENO), "w");
    if (!answers || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        fail("standard output");
    setvbuf(answers, NULL, _IOLBF, 0);
    link_path = words[2];
    open_said();
    board_start(words[1], words[3], board_said);
    plug();
    fprintf(answers, "ready\n");
    keep_pace();
}
