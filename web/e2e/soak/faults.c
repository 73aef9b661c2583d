/* Faults of the machine for `make soak`, laid between the server and the C library
 * by LD_PRELOAD: a disk that is slow to sync, a disk without room, a clock that
 * jumps. The soak writes the numbers into the file that SOAK_CONTROL names, which is
 * mapped here, so that they hold from one moment to the next and no rights are
 * needed. What is not asked for is left alone: all numbers are zero at first. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
    volatile int sync_milliseconds; /* what a sync takes in addition */
    volatile int is_full;           /* whether writes at a place fail for want of room */
    volatile int clock_seconds;     /* how far the wall clock is ahead */
};

static struct control nothing;
static struct control *control = &nothing;

__attribute__((constructor)) static void start(void) {
    const char *name = getenv("SOAK_CONTROL");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) control = mapped;
    close(file);
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static void drag(void) {
    int milliseconds = control->sync_milliseconds;
    if (milliseconds > 0) usleep(1000 * milliseconds);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = next("fsync");
    drag();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = next("fdatasync");
    drag();
    return real(file);
}

/* SQLite writes at places; pipes and sockets are never written so. */
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = next("pwrite64");
    if (control->is_full) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, length, at);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return pwrite64(file, bytes, length, at);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = next("clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME && result == 0) now->tv_sec += control->clock_seconds;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = next("gettimeofday");
    int result = real(now, zone);
    if (result == 0) now->tv_sec += control->clock_seconds;
    return result;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
