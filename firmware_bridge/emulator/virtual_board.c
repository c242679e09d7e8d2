#define _GNU_SOURCE
#include "virtual_board.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include <avr_adc.h>
#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <parts/hd44780.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_time.h>

#define FREQUENCY 16000000 /* board_now counts on it */
#define EEPROM_SIZE 1024
#define MOST_EDGES 128
#define STACK_ABOVE 0x400 /* before the program sets its stack pointer, it points below */

static avr_t *avr;
static void (*tell)(uint8_t byte);
static bool may_hear = true;
static uint8_t *eeprom, eeprom_saved[EEPROM_SIZE];
static int eeprom_file;
static uint16_t lowest_stack = 0xffff;
static hd44780_t display;
static struct edge {
    avr_cycle_count_t at;
    bool closed;
} edges[MOST_EDGES];
static size_t edge_first, edge_count;
static avr_cycle_count_t still_at;

void fail(const char *what) {
    fprintf(stderr, "harness: %s: %s\n", what, strerror(errno));
    exit(2);
}

uint32_t chance(void) {
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        fail("random numbers");
    return number;
}

/* EEPROM reaches the file before any word that relies on it leaves the board. */
static void save_eeprom(void) {
    if (memcmp(eeprom, eeprom_saved, EEPROM_SIZE) == 0)
        return;
    memcpy(eeprom_saved, eeprom, EEPROM_SIZE);
    if (pwrite(eeprom_file, eeprom, EEPROM_SIZE, 0) != EEPROM_SIZE)
        fail("EEPROM file");
}

static void load_eeprom(const char *path) {
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_SIZE};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    eeprom = all.ee;
    eeprom_file = open(path, O_RDWR | O_CREAT, 0600);
    if (eeprom_file < 0)
        fail(path);
    memset(eeprom, 0xff, EEPROM_SIZE);
    if (read(eeprom_file, eeprom, EEPROM_SIZE) < 0)
        fail(path);
    memcpy(eeprom_saved, eeprom, EEPROM_SIZE);
}

static void saying(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    save_eeprom();
    tell((uint8_t)value);
}

static void has_room(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)value, (void)unused;
    may_hear = true;
}

static void is_full(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)value, (void)unused;
    may_hear = false;
}

size_t board_hear(const uint8_t *bytes, size_t count) {
    avr_irq_t *in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    size_t heard = 0;
    while (may_hear && heard < count)
        avr_raise_irq(in, bytes[heard++]);
    return heard;
}

static void converting(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)value, (void)unused;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), 2000 + chance() % 500);
}

/* Said as an outside pull too: libsimavr puts every input back to its pull whenever its port is written. */
static void set_button(bool closed) {
    avr_ioport_external_t outside = {.name = 'D', .mask = 1 << 2, .value = closed ? 0 : 1 << 2};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &outside);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2), !closed);
}

static avr_cycle_count_t next_edge(struct avr_t *board, avr_cycle_count_t when, void *unused) {
    (void)board, (void)when, (void)unused;
    set_button(edges[edge_first++].closed);
    return edge_first < edge_count ? edges[edge_first].at : 0;
}

void board_press(unsigned bounces) {
    avr_cycle_count_t at = avr->cycle + 1;
    edge_first = edge_count = 0;
    for (int way = 1; way >= 0; way--) {
        edges[edge_count++] = (struct edge){at, way};
        for (unsigned i = 0; i < 2 * bounces && edge_count < MOST_EDGES - 1; i++) {
            at += avr_usec_to_cycles(avr, 50 + chance() % 1500);
            edges[edge_count++] = (struct edge){at, i % 2 ? way : !way};
        }
        at += avr_usec_to_cycles(avr, 60000);
    }
    still_at = at - avr_usec_to_cycles(avr, 30000);
    avr_cycle_timer_register(avr, 1, next_edge, NULL);
}

bool board_still(void) {
    return avr->cycle > still_at;
}

void board_screen(char text[33]) {
    for (int cell = 0; cell < 32; cell++) {
        uint8_t byte = display.vram[cell < 16 ? cell : 0x40 + cell - 16];
        text[cell] = byte >= 0x20 && byte < 0x7f ? (char)byte : ' ';
    }
    text[32] = 0;
}

unsigned board_stack(void) {
    return avr->ramend + 1 - lowest_stack;
}

void board_restart(void) {
    avr_reset(avr);
    set_button(false);
    may_hear = true;
}

int64_t board_now(void) {
    return (int64_t)(avr->cycle * 125 / 2); /* 62.5 ns a cycle */
}

void board_run_until(int64_t nanoseconds) {
    while (board_now() < nanoseconds) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "harness: the processor stopped\n");
            exit(3);
        }
        uint16_t stack = (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
        if (stack > STACK_ABOVE && stack < lowest_stack)
            lowest_stack = stack;
    }
}

/* The simulated time of a sleeping core leaps to its next event; the pace is kept outside. */
static void sleep_without_waiting(avr_t *board, avr_cycle_count_t cycles) {
    (void)board, (void)cycles;
}

static void wire(void) {
    uint32_t silent = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &silent);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), saying, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), has_room, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), is_full, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), converting, NULL);
    hd44780_init(avr, &display, 16, 2);
    for (int line = 0; line < 4; line++)
        avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 4 + line), display.irq + IRQ_HD44780_D4 + line);
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0), display.irq + IRQ_HD44780_RS);
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 1), display.irq + IRQ_HD44780_E);
    set_button(false);
}

void board_start(const char *firmware_path, const char *eeprom_path, void (*said)(uint8_t byte)) {
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(firmware_path, &firmware) < 0 || !(avr = avr_make_mcu_by_name("atmega328p")))
        fail(firmware_path);
    avr_init(avr);
    firmware.frequency = FREQUENCY;
    firmware.vcc = firmware.avcc = firmware.aref = 5000;
    avr_load_firmware(avr, &firmware);
    avr->log = LOG_ERROR;
    avr->sleep = sleep_without_waiting;
    tell = said;
    load_eeprom(eeprom_path);
    wire();
}
