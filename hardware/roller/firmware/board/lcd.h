/* A character display of 2 lines of 16 (HD44780) on four data lines. */
#ifndef LCD_H
#define LCD_H

/* Wakes the display; takes a tenth of a second. */
void lcd_start(void);

/* What it shall show. Nothing is written yet, so the caller loses no time. */
void lcd_show(const char *top, const char *bottom);

/* Writes one character that differs; called every millisecond. */
void lcd_tick(void);

#endif
