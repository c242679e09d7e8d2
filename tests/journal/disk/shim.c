/* Stands between a program and the disk (LD_PRELOAD): writes down every write and sync under one folder, or fails one.

   DISK_FOLDER    the folder that is watched
   DISK_LOG       where it is written down: a line an operation, what was written right behind its line
   disk_fail(n, code, lasting, kinds)   the nth watched call from now on fails with errno `code`, and if `lasting` all after
   it; with `code` ENOMEM and kind 'm' it is the nth allocation of SQLite's, with kind 'c' the first allocation in the nth
   call of SQLite that makes any. `disk_calls()`: calls since then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 4096
static char folder[4096];
static size_t folder_length;
static int log_fd = -1;
static unsigned long long watched[MOST]; /* by descriptor: the file's number, 0 where it is not watched */
static long calls, fail_at = -1;
static int code, lasting, kind, broken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *base(void) {
    if (!folder_length && getenv("DISK_FOLDER")) {
        strncpy(folder, getenv("DISK_FOLDER"), sizeof folder - 1);
        folder_length = strlen(folder);
        if (getenv("DISK_LOG"))
            log_fd = syscall(SYS_openat, AT_FDCWD, getenv("DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    return folder;
}
static int under(const char *path) { return path && *base() && !strncmp(path, folder, folder_length); }
static int is_index(const char *path) { size_t n = strlen(path); return n > 4 && !strcmp(path + n - 4, "-shm"); }

static void note(const void *data, size_t size, const char *form, ...) {
    char line[9000];
    va_list values;
    if (log_fd < 0) return;
    va_start(values, form);
    int length = vsnprintf(line, sizeof line, form, values);
    va_end(values);
    pthread_mutex_lock(&lock);
    syscall(SYS_write, log_fd, line, length);
    if (size) syscall(SYS_write, log_fd, data, size);
    pthread_mutex_unlock(&lock);
}

void disk_fail(long at, int error, int for_good, int what) {
    calls = 0, broken = 0, fail_at = at, code = error, lasting = for_good, kind = what;
}
long disk_calls(void) { return calls; }
/* Makes a log anew: of what a forked child does, say. */
void disk_log(const char *path) {
    base();
    log_fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
}

static int fails(int what) {
    if (fail_at < 0 || what != kind) return 0;
    long now = __sync_fetch_and_add(&calls, 1);
    if (now == fail_at || (broken && lasting)) {
        broken = 1;
        errno = code;
        return 1;
    }
    return 0;
}
#define WATCHED(fd) ((fd) >= 0 && (fd) < MOST ? watched[fd] : 0)
#define FAILS(fd) (WATCHED(fd) && fails('d'))

static int opened(int fd, const char *path, int fresh) {
    struct stat found;
    if (fd >= 0 && fd < MOST && !fstat(fd, &found)) {
        watched[fd] = is_index(path) ? 1 : found.st_ino;
        if (watched[fd] != 1) note(0, 0, "open %llu %d %s\n", watched[fd], fresh, path);
    }
    return fd;
}

#define OPEN(name)                                                                   \
    int name(const char *path, int flags, ...) {                                     \
        va_list values;                                                              \
        va_start(values, flags);                                                     \
        int mode = flags & O_CREAT ? va_arg(values, int) : 0;                        \
        va_end(values);                                                              \
        if (!under(path)) {                                                          \
            int fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);               \
            if (fd >= 0 && fd < MOST) watched[fd] = 0;                               \
            return fd;                                                               \
        }                                                                            \
        if (fails('d')) return -1;                                                   \
        int fresh = flags & O_CREAT && syscall(SYS_access, path, F_OK) != 0;         \
        int fd = opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, fresh); \
        if (fd >= 0 && flags & O_TRUNC && WATCHED(fd) > 1) note(0, 0, "cut %llu 0\n", WATCHED(fd)); \
        return fd;                                                                   \
    }
OPEN(open)
OPEN(open64)
int openat(int at, const char *path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    int mode = flags & O_CREAT ? va_arg(values, int) : 0;
    va_end(values);
    return at == AT_FDCWD || *path == '/' ? open(path, flags, mode) : syscall(SYS_openat, at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    int mode = flags & O_CREAT ? va_arg(values, int) : 0;
    va_end(values);
    return openat(at, path, flags, mode);
}
int close(int fd) {
    if (fd >= 0 && fd < MOST) watched[fd] = 0;
    return syscall(SYS_close, fd);
}

static ssize_t put(int fd, const void *data, size_t size, off_t at) {
    if (FAILS(fd)) return -1;
    if (at < 0 && WATCHED(fd) > 1) {
        struct stat found;
        at = fcntl(fd, F_GETFL) & O_APPEND && !fstat(fd, &found) ? found.st_size : lseek(fd, 0, SEEK_CUR);
        ssize_t done = syscall(SYS_write, fd, data, size);
        if (done > 0) note(data, done, "write %llu %lld %zd\n", WATCHED(fd), (long long)at, done);
        return done;
    }
    ssize_t done = at < 0 ? syscall(SYS_write, fd, data, size) : syscall(SYS_pwrite64, fd, data, size, at);
    if (done > 0 && WATCHED(fd) > 1) note(data, done, "write %llu %lld %zd\n", WATCHED(fd), (long long)at, done);
    return done;
}
ssize_t write(int fd, const void *data, size_t size) { return put(fd, data, size, -1); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return put(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) { return put(fd, data, size, at); }
ssize_t read(int fd, void *data, size_t size) { return FAILS(fd) ? -1 : syscall(SYS_read, fd, data, size); }
ssize_t pread(int fd, void *data, size_t size, off_t at) {
    return FAILS(fd) ? -1 : syscall(SYS_pread64, fd, data, size, at);
}
ssize_t pread64(int fd, void *data, size_t size, off_t at) { return pread(fd, data, size, at); }

static int synced(int fd, long number) {
    if (FAILS(fd)) return -1;
    int done = syscall(number, fd);
    if (!done && WATCHED(fd) > 1) note(0, 0, "sync %llu\n", WATCHED(fd));
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
int ftruncate(int fd, off_t size) {
    if (FAILS(fd)) return -1;
    int done = syscall(SYS_ftruncate, fd, size);
    if (!done && WATCHED(fd) > 1) note(0, 0, "cut %llu %lld\n", WATCHED(fd), (long long)size);
    return done;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int unlink(const char *path) {
    if (under(path) && fails('d')) return -1;
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!done && under(path) && !is_index(path)) note(0, 0, "unlink %s\n", path);
    return done;
}
int rename(const char *from, const char *to) {
    if ((under(from) || under(to)) && fails('d')) return -1;
    int done = syscall(SYS_rename, from, to);
    if (!done && under(to)) note(0, 0, "rename %s\t%s\n", from, to);
    return done;
}
static void *mapped(void *at, size_t size, int guard, int flags, int fd, off_t from) {
    return FAILS(fd) ? MAP_FAILED : (void *)syscall(SYS_mmap, at, size, guard, flags, fd, from);
}
void *mmap(void *at, size_t size, int guard, int flags, int fd, off_t from) {
    return mapped(at, size, guard, flags, fd, from);
}
void *mmap64(void *at, size_t size, int guard, int flags, int fd, off_t from) {
    return mapped(at, size, guard, flags, fd, from);
}

/* SQLite's allocations, told by where they are asked for. */
extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
static char *from, *until, named[4096];
static int find(struct dl_phdr_info *library, size_t size, void *unused) {
    (void)size, (void)unused;
    if (!library->dlpi_name || !strstr(library->dlpi_name, "libsqlite3")) return 0;
    strncpy(named, library->dlpi_name, sizeof named - 1);
    for (int n = 0; n < library->dlpi_phnum; n++)
        if (library->dlpi_phdr[n].p_type == PT_LOAD && library->dlpi_phdr[n].p_flags & PF_X) {
            from = (char *)library->dlpi_addr + library->dlpi_phdr[n].p_vaddr;
            until = from + library->dlpi_phdr[n].p_memsz;
        }
    return 1;
}
/* Whether SQLite lies in a library of its own, so that its allocations can be told from others. */
int disk_knows_sqlite(void) {
    if (!from) dl_iterate_phdr(find, 0);
    return from != 0;
}
static __thread int fresh __attribute__((tls_model("initial-exec"))); /* whether this call of SQLite has not allocated yet */
static int no_memory(char *asks) {
    if (fail_at < 0 || asks < from || asks >= until) return 0;
    if (kind == 'm') return fails('m');
    if (kind != 'c' || !(fresh || (broken && lasting))) return 0;
    fresh = 0;
    return fails('c');
}
void *malloc(size_t size) { return no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *realloc(void *old, size_t size) {
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

/* What Python's sqlite3 calls of SQLite: whole numbers and pointers go in and come out. */
static void *sqlite(void) {
    static void *library;
    if (!library) library = disk_knows_sqlite() ? dlopen(named, RTLD_LAZY | RTLD_NOLOAD) : RTLD_NEXT;
    return library;
}
#define CALL(name)                                                                       \
    long name(long a, long b, long c, long d, long e, long f) {                          \
        static long (*real)(long, long, long, long, long, long);                         \
        if (!real) real = (__typeof__(real))dlsym(sqlite(), #name);                      \
        fresh = 1;                                                                       \
        long done = real(a, b, c, d, e, f);                                              \
        fresh = 0;                                                                       \
        return done;                                                                     \
    }
CALL(sqlite3_open_v2)
CALL(sqlite3_close_v2)
CALL(sqlite3_exec)
CALL(sqlite3_prepare_v2)
CALL(sqlite3_step)
CALL(sqlite3_reset)
CALL(sqlite3_finalize)
CALL(sqlite3_bind_text)
CALL(sqlite3_bind_blob)
CALL(sqlite3_bind_int64)
CALL(sqlite3_bind_null)
CALL(sqlite3_bind_parameter_name)
CALL(sqlite3_column_name)
CALL(sqlite3_column_decltype)
CALL(sqlite3_column_text)
CALL(sqlite3_column_blob)
CALL(sqlite3_backup_init)
CALL(sqlite3_backup_step)
CALL(sqlite3_backup_finish)
CALL(sqlite3_serialize)
CALL(sqlite3_deserialize)
CALL(sqlite3_create_collation_v2)
CALL(sqlite3_busy_timeout)
CALL(sqlite3_set_authorizer)
CALL(sqlite3_progress_handler)
CALL(sqlite3_expanded_sql)
CALL(sqlite3_errmsg)
