/* Lines as PROTOCOL.md has them: words, a star, CRC-32 in hexadecimal. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_LONGEST 63

/* CRC-32 as in zlib: the check of a line. */
uint32_t line_crc32(const char *text, uint8_t length);

/* CRC-16/XMODEM: the check of the start's number in EEPROM, and of the lines of protocols 1 and 2. */
uint16_t line_crc16(const char *text, uint8_t length);

/* Writing: begin with the first word, add words and numbers, end with the checksum and the line's end. */
struct line {
    char text[LINE_LONGEST + 3];
    uint8_t length;
};

void line_begin(struct line *line, const char *word);
void line_word(struct line *line, const char *word);
void line_number(struct line *line, uint32_t number);
void line_device(struct line *line, uint32_t device);
void line_end(struct line *line);

/* The end that protocols 1 and 2 understand. */
void line_end_old(struct line *line);

/* Decimal digits of a number without leading zeros; gives the place after the last one. */
char *line_digits(char *at, uint32_t number);

/* Reading: checks the checksum and cuts it off; false where the line is not exactly as it must be. */
bool line_open(char *line);

/* Takes the word off the line's front, where it stands there. */
bool line_take(char **rest, const char *word);

/* Takes a number from 1 to 999999999 off the line's front. */
bool line_take_count(char **rest, uint32_t *number);

/* Whether all was taken. */
bool line_over(const char *rest);

#endif
