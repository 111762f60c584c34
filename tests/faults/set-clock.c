// A machine's clock that somebody sets, between a process and the kernel (LD_PRELOAD): what it says is off by as many seconds as stand in the
// first eight bytes of the file SET_CLOCK. What counts time that nobody sets is left alone.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *offset;

__attribute__((constructor)) static void look(void) {
  const char *path = getenv("SET_CLOCK");
  int fd = path ? open(path, O_RDONLY) : -1;
  if (fd < 0) return;
  void *seen = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, fd, 0);
  if (seen != MAP_FAILED) offset = seen;
  close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failed && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int failed = (int)syscall(SYS_gettimeofday, now, zone);
  if (!failed && now && offset) now->tv_sec += *offset;
  return failed;
}

time_t time(time_t *now) {
  struct timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  if (now) *now = real.tv_sec;
  return real.tv_sec;
}
