// A file system that lacks what some mounts lack, beneath the directory MOUNT: loaded before the C library by LD_PRELOAD. LACKS names
// what: f, to force a directory to the disk (CIFS); l, locks (NFS without its lock service); m, mappings that are shared (some FUSE). The
// texts of errors are in no language.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int lacks(char what, int file) {
    char link[64], path[4096];
    const char *mount = getenv("MOUNT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || !mount || !strchr(getenv("LACKS"), what)) {
        return 0;
    }
    path[length] = 0;
    return !strncmp(path, mount, strlen(mount));
}

int fsync(int file) {
    struct stat status;
    if (lacks('f', file) && !fstat(file, &status) && S_ISDIR(status.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    return syscall(SYS_fsync, file);
}

int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if ((command == F_SETLK || command == F_SETLKW) && lacks('l', file)) {
        errno = ENOLCK;
        return -1;
    }
    return syscall(SYS_fcntl, file, command, argument);
}

int fcntl64(int file, int command, ...) __attribute__((alias("fcntl")));

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    if ((flags & MAP_SHARED) && file >= 0 && lacks('m', file)) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    return (void *) syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

int __xpg_strerror_r(int error, char *text, size_t length) {
    snprintf(text, length, "E%d", error);
    return 0;
}

// Java looks functions up in the C library itself.
void *dlsym(void *library, const char *name) {
    static void *(*real)(void *, const char *);
    if (!real) {
        real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    }
    return strcmp(name, "fsync") ? real(library, name) : (void *) fsync;
}
