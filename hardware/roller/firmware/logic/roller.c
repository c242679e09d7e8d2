#include "roller.h"

#include <string.h>

#include "dice.h"
#include "line.h"

/* What a companion of protocol 1 or 2 asks first; this text stays the same in every version. */
#define OLD_WHO "WHO*E610"

enum fate { NONE, OUTSTANDING, COUNTED, VOIDED };

static const struct roller_board *board;
static uint32_t device, boot, sequence;
static uint32_t request; /* of the last roll; 0 for the button */
static uint8_t d10[2], d6[2];
static enum fate fate;
static uint32_t repeat_at, repeat_after;
static bool waiting, not_now, old_companion;
static uint32_t wait_until, not_now_until, old_until;

/* True once now has reached the time, also when the count of milliseconds runs over in between. */
static bool reached(uint32_t time, uint32_t now) {
    return (int32_t)(now - time) >= 0;
}

static void send(const struct line *line) {
    board->say(line->text, line->length);
}

static void say(struct line *line) {
    line_end(line);
    send(line);
}

static void greet(void (*end)(struct line *line)) {
    struct line line;
    line_begin(&line, "HELLO " ROLLER_PROTOCOL);
    line_device(&line, device);
    line_number(&line, boot);
    line_number(&line, sequence);
    line_word(&line, ROLLER_FIRMWARE);
    line_word(&line, "BUTTON,LCD");
    end(&line);
    send(&line);
}

static void say_roll(void) {
    struct line line;
    line_begin(&line, "ROLL");
    line_number(&line, boot);
    line_number(&line, sequence);
    line_word(&line, request ? "ASKED" : "BUTTON");
    line_number(&line, request);
    line_number(&line, d10[0]);
    line_number(&line, d10[1]);
    line_number(&line, d6[0]);
    line_number(&line, d6[1]);
    say(&line);
}

static char *put(char *at, const char *text) {
    size_t length = strlen(text);
    memcpy(at, text, length);
    return at + length;
}

static void show_roll(void) {
    char top[ROLLER_COLUMNS + 1];
    char *at = line_digits(put(top, "d10 "), d10[0]);
    at = line_digits(put(at, " "), d10[1]);
    at = line_digits(put(at, " d6 "), d6[0]);
    at = line_digits(put(at, " "), d6[1]);
    *at = 0;
    board->show(top, fate == OUTSTANDING ? "telling..." : fate == COUNTED ? "counted" : "VOID");
}

static void show_start(void) {
    char bottom[ROLLER_COLUMNS + 1];
    *line_digits(put(bottom, "start "), boot) = 0;
    board->show("Ready", bottom);
}

static void show(void) {
    if (old_companion)
        board->show("Old companion", "update it");
    else if (fate == OUTSTANDING)
        show_roll();
    else if (not_now)
        board->show("Not now", "no game waits");
    else if (waiting)
        board->show("Press to roll", "");
    else if (fate == NONE)
        show_start();
    else
        show_roll();
}

static void roll(uint32_t asked, uint32_t now) {
    sequence++;
    request = asked;
    for (uint8_t die = 0; die < 2; die++) {
        d10[die] = dice_roll(10, board->chance);
        d6[die] = dice_roll(6, board->chance);
    }
    fate = OUTSTANDING;
    waiting = not_now = false;
    repeat_after = ROLLER_FIRST_REPEAT_MS;
    repeat_at = now + repeat_after;
    say_roll();
    show();
}

static void settle(enum fate settled) {
    fate = settled;
    waiting = false;
    show();
}

static void wait(bool game_waits, uint32_t now) {
    if (fate == OUTSTANDING)
        return;
    bool changed = waiting != game_waits;
    waiting = game_waits;
    wait_until = now + ROLLER_WAIT_MS;
    if (waiting)
        not_now = false;
    if (changed)
        show();
}

static bool is_outstanding(uint32_t of_boot, uint32_t of_sequence) {
    return fate == OUTSTANDING && of_boot == boot && of_sequence == sequence;
}

void roller_start(const struct roller_board *lent, uint32_t this_device, uint32_t this_boot) {
    board = lent;
    device = this_device;
    boot = this_boot;
    sequence = request = 0;
    fate = NONE;
    waiting = not_now = old_companion = false;
    show();
    greet(line_end);
}

/* It understands no other line of ours, but names the version in a greeting as not its own. */
static void refuse_old_companion(uint32_t now) {
    bool changed = !old_companion;
    old_companion = true;
    old_until = now + ROLLER_OLD_MS;
    if (changed)
        show();
    greet(line_end_old);
}

void roller_hear(char *line, uint32_t now) {
    uint32_t first, second;
    char *rest = line;
    if (strcmp(line, OLD_WHO) == 0) {
        refuse_old_companion(now);
        return;
    }
    if (!line_open(line))
        return;
    if (old_companion) {
        old_companion = false;
        show();
    }
    if (line_take(&rest, "WHO")) {
        if (line_over(rest))
            greet(line_end);
    } else if (line_take(&rest, "ASK")) {
        if (!line_take_count(&rest, &first) || !line_over(rest))
            return;
        if (fate == OUTSTANDING || first == request)
            say_roll();
        else
            roll(first, now);
    } else if (line_take(&rest, "WAIT")) {
        if (strcmp(rest, "0") == 0 || strcmp(rest, "1") == 0)
            wait(*rest == '1', now);
    } else if (line_take(&rest, "ACK")) {
        if (line_take_count(&rest, &first) && line_take_count(&rest, &second) && line_over(rest) &&
            is_outstanding(first, second))
            settle(COUNTED);
    } else if (line_take(&rest, "VOID")) {
        if (line_take_count(&rest, &first) && line_take_count(&rest, &second) && line_over(rest) &&
            is_outstanding(first, second))
            settle(VOIDED);
    }
}

void roller_press(uint32_t now) {
    if (fate == OUTSTANDING)
        return;
    if (waiting) {
        roll(0, now);
        return;
    }
    struct line line;
    line_begin(&line, "NOTNOW");
    line_number(&line, boot);
    say(&line);
    not_now = true;
    not_now_until = now + ROLLER_NOT_NOW_MS;
    show();
}

void roller_tick(uint32_t now) {
    if (fate == OUTSTANDING && reached(repeat_at, now)) {
        say_roll();
        repeat_after = 2 * repeat_after < ROLLER_LAST_REPEAT_MS ? 2 * repeat_after : ROLLER_LAST_REPEAT_MS;
        repeat_at = now + repeat_after;
    }
    if (waiting && reached(wait_until, now)) {
        waiting = false;
        show();
    }
    if (not_now && reached(not_now_until, now)) {
        not_now = false;
        show();
    }
    if (old_companion && reached(old_until, now)) {
        old_companion = false;
        show();
    }
}

bool roller_waits(void) {
    return waiting;
}
