#include "line.h"

#include <string.h>

#define CHECK 8 /* hexadecimal digits */

uint32_t line_crc32(const char *text, uint8_t length) {
    uint32_t crc = 0xffffffff;
    while (length--) {
        crc ^= (uint8_t)*text++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

uint16_t line_crc16(const char *text, uint8_t length) {
    uint16_t crc = 0;
    while (length--) {
        crc ^= (uint16_t)((uint8_t)*text++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    }
    return crc;
}

static char hexadecimal(uint8_t nibble) {
    return nibble < 10 ? '0' + nibble : 'A' + nibble - 10;
}

static void append(struct line *line, char character) {
    if (line->length < sizeof line->text)
        line->text[line->length++] = character;
}

static void append_all(struct line *line, const char *word) {
    while (*word)
        append(line, *word++);
}

static void append_hexadecimal(struct line *line, uint32_t number, uint8_t digits) {
    while (digits--)
        append(line, hexadecimal(number >> 4 * digits & 15));
}

void line_begin(struct line *line, const char *word) {
    line->length = 0;
    append_all(line, word);
}

void line_word(struct line *line, const char *word) {
    append(line, ' ');
    append_all(line, word);
}

char *line_digits(char *at, uint32_t number) {
    char reversed[10];
    uint8_t count = 0;
    do
        reversed[count++] = '0' + number % 10;
    while (number /= 10);
    while (count)
        *at++ = reversed[--count];
    return at;
}

void line_number(struct line *line, uint32_t number) {
    char digits[11];
    *line_digits(digits, number) = 0;
    line_word(line, digits);
}

void line_device(struct line *line, uint32_t device) {
    append(line, ' ');
    append_hexadecimal(line, device, 8);
}

static void end(struct line *line, uint32_t crc, uint8_t digits) {
    append(line, '*');
    append_hexadecimal(line, crc, digits);
    append_all(line, "\r\n");
}

void line_end(struct line *line) {
    end(line, line_crc32(line->text, line->length), CHECK);
}

void line_end_old(struct line *line) {
    end(line, line_crc16(line->text, line->length), 4);
}

bool line_open(char *line) {
    size_t length = strlen(line);
    if (length < CHECK + 2 || length > LINE_LONGEST || line[length - CHECK - 1] != '*')
        return false;
    line[length - CHECK - 1] = 0;
    uint32_t crc = line_crc32(line, length - CHECK - 1);
    for (uint8_t digit = 1; digit <= CHECK; digit++, crc >>= 4)
        if (line[length - digit] != hexadecimal(crc & 15))
            return false;
    return true;
}

/* What was taken ends with the line or with the one space before the next word. */
static bool take_to(char **rest, char *end) {
    if (*end == ' ')
        end++;
    else if (*end != 0)
        return false;
    *rest = end;
    return true;
}

bool line_take(char **rest, const char *word) {
    size_t length = strlen(word);
    return strncmp(*rest, word, length) == 0 && take_to(rest, *rest + length);
}

bool line_take_count(char **rest, uint32_t *number) {
    char *at = *rest;
    if (*at < '1' || *at > '9')
        return false;
    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        if (at - *rest == 9)
            return false;
        *number = *number * 10 + (uint8_t)(*at - '0');
    }
    return take_to(rest, at);
}

bool line_over(const char *rest) {
    return *rest == 0 && rest[-1] != ' ';
}
