// A disk that fails, between the store and the kernel (LD_PRELOAD): files below FAULT_FOLDER fail as the first letter of the file
// FAULT_SWITCH says. r: reads give EIO. w: writes give EIO. s: syncs give EIO. o: everything is read-only. d: syncs take 30 ms, and writes go at 5 MB/s.
// y: syncs take 30 ms. f<n> <word>: from the n-th write on, counted anew for each word, writes give ENOSPC, and each one refused adds a byte
// to the file that FAULT_REFUSALS names. Each sync there adds a byte to the file that FAULT_SYNCS names. Each write to a database there, and each cut
// of one, stands with its bytes in the file that FAULT_JOURNAL names, so that a card can be made that forgot some of them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define SAID 64
static void said(char *words) {
  const char *path = getenv("FAULT_SWITCH");
  int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;
  long length = fd < 0 ? 0 : syscall(SYS_read, fd, words, SAID - 1);
  words[length > 0 ? length : 0] = 0;
  if (fd >= 0) syscall(SYS_close, fd);
}

static char mode(void) {
  char words[SAID];
  said(words);
  return words[0];
}

static int below(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int ours(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return below(path);
}

static void count(const char *name) {
  const char *path = getenv(name);
  int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND) : -1;
  if (fd < 0) return;
  syscall(SYS_write, fd, "s", 1);
  syscall(SYS_close, fd);
}

// `w` or `t`, where, how many bytes, which file; then the bytes themselves.
static void note(int fd, const void *from, size_t size, off64_t at) {
  const char *journal = getenv("FAULT_JOURNAL");
  if (!journal || !ours(fd)) return;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  if (!strstr(path, "/store.db")) return;
  char *record = malloc(PATH_MAX + 64 + size);
  int head = sprintf(record, "%c %lld %zu %s\n", from ? 'w' : 't', (long long)at, size, path);
  if (from) memcpy(record + head, from, size);
  int to = (int)syscall(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_APPEND);
  if (to >= 0) {
    syscall(SYS_write, to, record, (size_t)head + size);
    syscall(SYS_close, to);
  }
  free(record);
}

// Whether this write is past those that there was room for.
static int full(const char *words) {
  static char counted[SAID];
  static long writes;
  if (strcmp(counted, words) != 0) {
    strcpy(counted, words);
    writes = 0;
  }
  if (__sync_add_and_fetch(&writes, 1) < atol(words + 1)) return 0;
  count("FAULT_REFUSALS");
  return 1;
}

// 0, or the error that `what` (r, w or s) on this file gives now.
static int fault(int fd, char what, size_t bytes) {
  char words[SAID];
  said(words);
  char now = words[0];
  if ((!now && what != 's') || !ours(fd)) return 0;
  if (what == 's') count("FAULT_SYNCS");
  if (now == 'f' && what == 'w') return full(words) ? ENOSPC : 0;
  if (now == 'o' && what == 'w') return EROFS;
  if ((now == 'd' || now == 'y') && what == 's') usleep(30000);
  if (now == 'd' && what == 'w') usleep(bytes / 5);
  return now == what ? EIO : 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NOTED(type, name, what, bytes, parameters, arguments, noted) \
  type name parameters { \
    int error = fault(fd, what, bytes); \
    if (error) { errno = error; return -1; } \
    noted; \
    return REAL(name) arguments; \
  }
#define FAILING(type, name, what, bytes, parameters, arguments) NOTED(type, name, what, bytes, parameters, arguments, (void)0)

FAILING(ssize_t, read, 'r', size, (int fd, void *to, size_t size), (fd, to, size))
FAILING(ssize_t, pread, 'r', size, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
FAILING(ssize_t, pread64, 'r', size, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
FAILING(ssize_t, sendfile, 'r', size, (int to, int fd, off_t *at, size_t size), (to, fd, at, size))
FAILING(ssize_t, sendfile64, 'r', size, (int to, int fd, off64_t *at, size_t size), (to, fd, at, size))
NOTED(ssize_t, write, 'w', size, (int fd, const void *from, size_t size), (fd, from, size), note(fd, from, size, lseek64(fd, 0, SEEK_CUR)))
NOTED(ssize_t, pwrite, 'w', size, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), note(fd, from, size, at))
NOTED(ssize_t, pwrite64, 'w', size, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at), note(fd, from, size, at))
NOTED(int, ftruncate, 'w', 0, (int fd, off_t size), (fd, size), note(fd, NULL, 0, size))
NOTED(int, ftruncate64, 'w', 0, (int fd, off64_t size), (fd, size), note(fd, NULL, 0, size))
FAILING(int, fsync, 's', 0, (int fd), (fd))
FAILING(int, fdatasync, 's', 0, (int fd), (fd))

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t bits = va_arg(rest, mode_t); \
    va_end(rest); \
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && below(path) && mode() == 'o') { errno = EROFS; return -1; } \
    return REAL(name)(path, flags, bits); \
  }

int access(const char *path, int wanted) {
  if ((wanted & W_OK) && below(path) && mode() == 'o') { errno = EROFS; return -1; }
  return REAL(access)(path, wanted);
}

OPENING(open)
OPENING(open64)
