/* See granary.h. Section numbers are those of format-spec.md. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "granary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    CHUNK = 1 << 16,
    PIECE = 1 << 20,
    PATH = 4096,
    DIGEST = 32,
    MAX_LAYER = 60,  /* with 2 pits a side */
    VERSION = 4,
    MAX_DIGITS = 56, /* of radix 2 in 56 bits */
    FILE_NAME = 40,  /* the bytes of "/layer-000.distances.granary" and the like */
    COMPRESSED = 3,      /* the quantity of compressed scores, in files alone */
    QUANTITIES = 4,
    COMPRESSED_BLOCK = 256,
    NAME = 72, /* bytes of the header from 64 on: they name the file, and each page's checksum covers them */
    INDEXED = 4096, /* pages that an entry of the index stands for, which is for those who read a file far away */
    HALF = 128,
    RAW = 255,
    TABLE = 2048,
    MAX_UNITS = 1024
};

struct file {
    int is_listed;
    uint64_t length;
    unsigned char digest[DIGEST];
    const unsigned char *bytes; /* mapped; NULL when the database does not have the file */
    atomic_uchar *checked;      /* for each chunk, or page, a bit, whether its checksum was compared */
    uint64_t data_length;
    int minimum, k, bits; /* bits of a group of k values */
    uint32_t radix;
    uint64_t power[MAX_DIGITS]; /* of the radix */

    /* Of compressed scores. */
    int units;
    uint64_t pages, first_page;
    atomic_uchar is_model_checked;
};

struct granary {
    enum granary_result refusal; /* why it is not opened, if it is not */
    char directory[PATH - FILE_NAME], identity[64];
    enum { OLYMPIAD, STRICT, ABAPA } rules;
    int pits; /* of both sides */
    int last_layer;
    struct file files[QUANTITIES][MAX_LAYER + 1]; /* scores, distances, compressed scores, bounds */
    uint64_t choose[MAX_LAYER + 5][GRANARY_PITS + 1]; /* binomial coefficients */
    uint32_t crc[8][256]; /* of a byte that is followed by 0 to 7 zeros */
};

/* Writes why a file is refused into message, unless that is NULL, and returns 0. */
static int refuse(char *message, const char *path, const char *format, ...)
{
    va_list arguments;
    int length = message == NULL ? 0 : snprintf(message, GRANARY_MESSAGE, "%.300s: ", path);

    if (message == NULL)
        return 0;
    va_start(arguments, format);
    vsnprintf(message + length, (size_t)(GRANARY_MESSAGE - length), format, arguments);
    va_end(arguments);
    return 0;
}

/* Notes that a database is refused for another reason than damage. Returns 0. */
static int because(granary *db, enum granary_result reason, int refused)
{
    db->refusal = reason;
    return refused;
}

/* Returns the number in some bytes, the lowest first. */
static uint64_t load(const unsigned char *bytes, int count)
{
    uint64_t number = 0;

    while (count-- > 0)
        number = number << 8 | bytes[count];
    return number;
}

/* Returns the number in 8 bytes, written so that compilers make one load of it. */
static uint64_t load64(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24
        | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static void make_tables(granary *db)
{
    for (int n = 0; n < MAX_LAYER + 5; n++)
        for (int k = 0; k <= GRANARY_PITS; k++)
            db->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : db->choose[n - 1][k - 1] + db->choose[n - 1][k];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i;
        for (int bit = 0; bit < 64; bit++) {
            sum = sum >> 1 ^ (sum & 1 ? 0x82f63b78 : 0);
            if (bit % 8 == 7)
                db->crc[bit / 8][i] = sum;
        }
    }
}

/* Continues a checksum with a number of words of 8 bytes: the checksum of a sum is the sum of the checksums. */
static uint32_t crc_by_tables(const granary *db, uint32_t sum, const unsigned char *bytes, uint64_t words)
{
    for (; words > 0; words--, bytes += 8) {
        uint64_t word = load64(bytes) ^ sum;
        sum = 0;
        for (int i = 0; i < 8; i++)
            sum ^= db->crc[7 - i][word >> 8 * i & 255];
    }
    return sum;
}

#if defined __x86_64__ && defined __GNUC__ && !defined GRANARY_PORTABLE
/* The same by the processor's instruction, where it has one: a chunk takes 12 microseconds instead of 50. */
__attribute__((target("sse4.2"))) static uint32_t crc_by_instruction(
    const granary *db, uint32_t sum, const unsigned char *bytes, uint64_t words)
{
    if (!__builtin_cpu_supports("sse4.2"))
        return crc_by_tables(db, sum, bytes, words);
    for (; words > 0; words--, bytes += 8)
        sum = (uint32_t)__builtin_ia32_crc32di(sum, load64(bytes));
    return sum;
}
#else
#define crc_by_instruction crc_by_tables
#endif

static uint32_t crc(const granary *db, const unsigned char *bytes, uint64_t count)
{
    uint32_t sum = crc_by_instruction(db, 0xffffffff, bytes, count / 8);

    for (uint64_t i = count / 8 * 8; i < count; i++)
        sum = db->crc[0][(sum ^ bytes[i]) & 255] ^ sum >> 8;
    return ~sum;
}

/* ---- Section 4: the manifest ---- */

/* Cuts a line at its spaces and returns the number of words, 5 for 5 and more. */
static int cut(char *line, char *words[5])
{
    int count = 0;

    for (char *next = line; next != NULL && count < 5;) {
        words[count++] = next;
        next = strchr(next, ' ');
        if (next != NULL)
            *next++ = '\0';
    }
    return count;
}

/* Parses a decimal number of limited length, without leading zeros. */
static int take_number(const char *word, size_t digits, uint64_t *value)
{
    size_t length = strlen(word);

    if (length == 0 || length > digits || strspn(word, "0123456789") != length || (word[0] == '0' && length > 1))
        return 0;
    *value = strtoull(word, NULL, 10);
    return 1;
}

/* Parses layer, length and digest of a file; the layer may be any that a game of awari has. */
static int take_file(struct file files[], char *words[5])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t layer, length;
    struct file *file;

    if (!take_number(words[1], 9, &layer) || !take_number(words[2], 18, &length) || layer > MAX_LAYER
        || strlen(words[3]) != 2 * DIGEST || strspn(words[3], digits) != 2 * DIGEST || files[layer].is_listed)
        return 0;
    file = &files[layer];
    file->is_listed = 1;
    file->length = length;
    for (int i = 0; i < DIGEST; i++)
        file->digest[i] = (unsigned char)((strchr(digits, words[3][2 * i]) - digits) << 4
            | (strchr(digits, words[3][2 * i + 1]) - digits));
    return 1;
}

/* Parses the lines between the first and the last. */
static int take_lines(granary *db, char *line, const char *path, char *message)
{
    const char *game = NULL, *pits = NULL, *rules = NULL;

    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char *words[5] = {NULL};
        int is_good = 1, count;

        *end = '\0';
        count = cut(line, words);
        if (strcmp(words[0], "game") == 0) {
            is_good = count == 2 && game == NULL;
            game = words[1];
            if (is_good && strcmp(game, "awari") != 0) // before its parameters, which awari need not have
                return because(db, GRANARY_UNSUPPORTED, refuse(message, path, "the game is not awari"));
        } else if (strcmp(words[0], "parameter") == 0) {
            const char **value = count == 3 && strcmp(words[1], "pits") == 0 ? &pits : &rules;
            if (count == 3 && value == &rules && strcmp(words[1], "rules") != 0)
                return because(db, GRANARY_UNSUPPORTED, refuse(message, path, "a parameter that awari does not have"));
            is_good = count == 3 && *value == NULL;
            *value = words[2];
        } else if (strcmp(words[0], "scores") == 0) {
            is_good = count == 4 && take_file(db->files[0], words);
        } else if (strcmp(words[0], "distances") == 0) {
            is_good = count == 4 && take_file(db->files[1], words);
        } else if (strcmp(words[0], "compressed") == 0) {
            is_good = count == 4 && take_file(db->files[2], words);
        } else if (strcmp(words[0], "bounds") == 0) {
            is_good = count == 4 && take_file(db->files[3], words);
        } else if (strcmp(words[0], "granary") == 0 || strcmp(words[0], "checksum") == 0) {
            is_good = 0;
        }
        if (!is_good)
            return refuse(message, path, "the line '%.20s' is damaged, or there are two of it", words[0]);
    }
    if (game == NULL)
        return refuse(message, path, "no line names the game");
    if (pits == NULL || strlen(pits) != 1 || *pits < '2' || *pits > '8' || rules == NULL
        || (strcmp(rules, "olympiad") != 0 && strcmp(rules, "strict") != 0 && strcmp(rules, "abapa") != 0))
        return because(db, GRANARY_UNSUPPORTED, refuse(message, path, "pits or rules that awari does not have"));
    db->pits = 2 * (*pits - '0');
    db->rules = *rules == 'o' ? OLYMPIAD : *rules == 's' ? STRICT : ABAPA;
    db->last_layer = 64 - db->pits;
    snprintf(db->identity, sizeof db->identity, "awari pits=%s rules=%s", pits, rules);
    for (int layer = 0; layer <= MAX_LAYER; layer++) {
        const int is_compressed = db->files[2][layer].is_listed;
        const int is_beside = db->files[1][layer].is_listed || db->files[3][layer].is_listed;
        if (layer > db->last_layer && (db->files[0][layer].is_listed || is_beside || is_compressed))
            return refuse(message, path, "there is no layer %d", layer);
        if (is_beside && !db->files[0][layer].is_listed && !is_compressed)
            return refuse(message, path, "distances or bounds of layer %d without scores", layer);
        if (is_compressed && (layer == 0 || db->pits > 12))
            return refuse(message, path, "compressed scores of layer 0, or of more than 6 pits a side");
        if (is_compressed && db->files[0][layer].is_listed)
            return refuse(message, path, "layer %d both packed and compressed", layer);
    }
    return 1;
}

/* Parses the bytes of a manifest, which a zero follows. */
static int take_manifest(granary *db, char *text, size_t length, const char *path, char *message)
{
    static const char word[] = "granary ", first[] = "granary 4\n";
    const size_t last = strlen("checksum 01234567\n");
    char sum[32];
    size_t body = length < last ? 0 : length - last;

    if (length > PIECE)
        return refuse(message, path, "more than %d bytes", PIECE);
    if (strncmp(text, word, strlen(word)) != 0)
        return refuse(message, path, "not a manifest");
    snprintf(sum, sizeof sum, "checksum %08x\n", (unsigned)crc(db, (const unsigned char *)text, body));
    if (body < strlen(first) || text[body - 1] != '\n' || strcmp(text + body, sum) != 0)
        return refuse(message, path, "wrong checksum, or none");
    if (strncmp(text, first, strlen(first)) != 0)
        return because(db, GRANARY_UNSUPPORTED, refuse(message, path, "not of version %d", VERSION));
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~'))
            return refuse(message, path, "byte %zu is not printable ASCII", i);
    text[body] = '\0';
    return take_lines(db, text + strlen(first), path, message);
}

/*
 * Opens a regular file. Returns its descriptor, or -1, with 0 in errno when it is not a regular file. Does not wait for the
 * writer of a pipe.
 */
static int open_regular(const char *path, struct stat *status)
{
    int descriptor = open(path, O_RDONLY | O_NONBLOCK);

    if (descriptor >= 0 && fstat(descriptor, status) == 0 && S_ISREG(status->st_mode))
        return descriptor;
    if (descriptor >= 0) {
        close(descriptor);
        errno = 0;
    }
    return -1;
}

static const char *why(void)
{
    return errno == 0 ? "not a regular file" : strerror(errno);
}

static int read_manifest(granary *db, char *message)
{
    char path[PATH], *text = calloc(PIECE + 2, 1);
    struct stat status;
    size_t length = 0;
    int descriptor, is_taken;

    snprintf(path, sizeof path, "%s/granary.manifest", db->directory);
    descriptor = open_regular(path, &status);
    for (ssize_t count = 1; descriptor >= 0 && text != NULL && count > 0; length += count > 0 ? (size_t)count : 0)
        count = read(descriptor, text + length, PIECE + 1 - length);
    if (descriptor < 0 || text == NULL)
        is_taken = because(
            db, errno == ENOENT ? GRANARY_UNSUPPORTED : GRANARY_UNREADABLE, refuse(message, path, "%s", why()));
    else
        is_taken = take_manifest(db, text, length, path, message);
    free(text);
    if (descriptor >= 0)
        close(descriptor);
    return is_taken;
}

/* ---- Sections 5 and 6: layer files ---- */

uint64_t granary_size(const granary *db, int layer)
{
    return layer < 0 || layer > db->last_layer ? 0 : db->choose[layer + db->pits - 1][db->pits - 1];
}

/* Finds the number of values in a group and its bits. */
static void find_packing(uint32_t radix, int *values, int *bits)
{
    *values = 0;
    *bits = 1;
    for (int m = 1; m <= 56; m++) {
        uint64_t rest = UINT64_C(1) << m;
        int k = 0;

        for (; rest >= radix; rest /= radix)
            k++;
        if (k > 0 && m * *values <= *bits * k) {
            *values = k;
            *bits = m;
        }
    }
}

static void name_file(const granary *db, int quantity, int layer, char path[PATH])
{
    static const char *kinds[] = {"", ".distances", ".compressed", ".bounds"};

    snprintf(path, PATH, "%s/layer-%03d%s.granary", db->directory, layer, kinds[quantity - 1]);
}

/*
 * Returns the digest of what a file was built on, the bounds or the packed scores of a layer, whether these are there or were
 * compressed; NULL when it is not known.
 */
static const unsigned char *known_digest(const granary *db, int quantity, int in_layer)
{
    static const unsigned char nothing[DIGEST];
    const int layer = quantity == GRANARY_DISTANCES ? in_layer : in_layer - 1;
    const int of = quantity == GRANARY_BOUNDS ? 3 : 0;

    if (layer < 0)
        return nothing;
    if (db->files[of][layer].is_listed)
        return db->files[of][layer].digest;
    return of == 3 || db->files[2][layer].bytes == NULL ? NULL : db->files[2][layer].bytes + 64;
}

/* Returns the number of pairs of what both sides can force. */
static int pairs(int layer)
{
    return (layer + 1) * (layer + 2) / 2;
}

/* Reads the part of a header that tells how values are packed. Returns the length of the file, or 0 and why in message. */
static uint64_t read_packing(int quantity, int layer, struct file *file, uint64_t size, const char *path, char *message)
{
    const unsigned char *page = file->bytes;
    uint64_t radix = load(page + 48, 4), groups;
    uint64_t values = quantity == GRANARY_SCORES ? 2 * (uint64_t)layer + 1 : (uint64_t)pairs(layer);

    file->minimum = quantity == GRANARY_SCORES ? -layer : 0;
    if (load(page + 44, 4) != (uint32_t)file->minimum || radix < 2 || radix > 65536
        || (quantity != GRANARY_DISTANCES && radix != (layer == 0 ? 2 : values)))
        return (uint64_t)refuse(message, path, "another range of values than the layer has");
    file->radix = (uint32_t)radix;
    find_packing(file->radix, &file->k, &file->bits);
    if (page[52] != file->k || page[53] != file->bits)
        return (uint64_t)refuse(message, path, "%d values in a group, or its length, are not the radix's", page[52]);
    groups = (size + (uint64_t)file->k - 1) / (uint64_t)file->k;
    file->data_length = ((groups * (uint64_t)file->bits + 7) / 8 + 15) / 8 * 8;
    file->power[0] = 1;
    for (int i = 1; i < file->k; i++)
        file->power[i] = file->power[i - 1] * radix;
    return PAGE + file->data_length + 4 * ((file->data_length + CHUNK - 1) / CHUNK);
}

static uint64_t model_length(const granary *db, int layer, int units)
{
    int rows = (db->pits == 4 ? 5 : 9) * (2 * layer + 2) + 400 + db->pits * (layer + 1) + 64 * (db->pits - 3);

    return (uint64_t)(2 * TABLE + 2 * layer * (8 + 2 * units) + 2 * units * (1 + rows));
}

/* Reads the part of a header of compressed scores that is their own. Returns as read_packing. */
static uint64_t read_compressing(
    const granary *db, int layer, struct file *file, uint64_t size, const char *path, char *message)
{
    const unsigned char *page = file->bytes;
    uint64_t units = load(page + 48, 4), model = load(page + 128, 4);

    file->minimum = -layer;
    file->pages = load(page + 136, 4);
    if (load(page + 44, 4) != (uint32_t)file->minimum || size > UINT64_C(1) << 40)
        return (uint64_t)refuse(message, path, "another range of values than the layer has, or too many positions");
    if (units == 0 || units % 2 == 1 || units > MAX_UNITS)
        return (uint64_t)refuse(message, path, "another number of units than a file can have");
    file->units = (int)units;
    if (model != model_length(db, layer, file->units) || file->pages == 0)
        return (uint64_t)refuse(message, path, "another length of the model, or no pages");
    file->first_page = PAGE + (model + PAGE - 1) / PAGE * PAGE;
    return file->first_page + file->pages * PAGE + 4 * (file->pages + 1) + 4 * ((file->pages + INDEXED - 1) / INDEXED);
}

/* Checks the header of a mapped file, and keeps what a lookup needs. */
static int check_header(granary *db, int quantity, int layer, struct file *file, const char *path, char *message)
{
    const unsigned char *page = file->bytes;
    const unsigned char *known = known_digest(db, quantity, layer);
    uint64_t size = granary_size(db, layer), found = load(page + 28, 4), length;

    if (memcmp(page, "GRANARY\n", 8) != 0)
        return refuse(message, path, "not a layer file");
    if (load(page + 4092, 4) != crc(db, page, 4092))
        return refuse(message, path, "wrong checksum of the header");
    if (load(page + 8, 2) != VERSION)
        return because(db, GRANARY_UNSUPPORTED,
            refuse(message, path, "version %d, not %d", (int)load(page + 8, 2), VERSION));
    if (load(page + 12, 4) != PAGE)
        return refuse(message, path, "another length of the header");
    if (found == 0 || found > GRANARY_BOUNDS || (found == COMPRESSED) != (quantity == COMPRESSED))
        return because(db, GRANARY_UNSUPPORTED, refuse(message, path, "a quantity that is not known"));
    if (load(page + 24, 4) != (uint64_t)layer || found != (uint64_t)quantity || load(page + 32, 8) != size)
        return refuse(message, path, "another layer, quantity or number of positions than its name says");
    length = quantity == COMPRESSED ? read_compressing(db, layer, file, size, path, message)
                                : read_packing(quantity, layer, file, size, path, message);
    if (length == 0)
        return 0;
    if (known != NULL && memcmp(page + (quantity == COMPRESSED ? 96 : 64), known, DIGEST) != 0)
        return refuse(message, path, "built on another file than the one that is listed");
    if (load(page + 1024, 2) != strlen(db->identity) || memcmp(page + 1026, db->identity, strlen(db->identity)) != 0)
        return refuse(message, path, "not of %s", db->identity);
    if (load(page + 16, 8) != file->length || file->length != length)
        return refuse(message, path, "another length than the layer takes");
    file->checked = calloc((size_t)((quantity == COMPRESSED ? file->pages : file->data_length / CHUNK + 1) / 8 + 1), 1);
    return file->checked != NULL
        || because(db, GRANARY_UNREADABLE, refuse(message, path, "not enough memory"));
}

/* Maps a file that is listed, if it is there. */
static int open_file(granary *db, int quantity, int layer, char *message)
{
    struct file *file = &db->files[quantity - 1][layer];
    char path[PATH];
    struct stat status;
    int descriptor;
    void *bytes = MAP_FAILED;

    name_file(db, quantity, layer, path);
    descriptor = open_regular(path, &status);
    if (descriptor < 0 && errno == ENOENT)
        return 1;
    if (descriptor < 0)
        return because(db, GRANARY_UNREADABLE, refuse(message, path, "%s", why()));
    if (status.st_size < PAGE || (uint64_t)status.st_size != file->length || file->length > SIZE_MAX)
        refuse(message, path, "not as long as the manifest says");
    else if ((bytes = mmap(NULL, (size_t)file->length, PROT_READ, MAP_SHARED, descriptor, 0)) == MAP_FAILED)
        because(db, GRANARY_UNREADABLE, refuse(message, path, "%s", why()));
    else
        file->bytes = bytes;
    close(descriptor);
    return file->bytes != NULL && check_header(db, quantity, layer, file, path, message);
}

/* Compares the checksum of a chunk. Several threads may do so at once, with the same result. */
static int check_chunk(const granary *db, int quantity, int layer, uint64_t chunk, char *message)
{
    const struct file *file = &db->files[quantity - 1][layer];
    const unsigned char *data = file->bytes + PAGE;
    uint64_t at = chunk * CHUNK, rest = file->data_length - at;
    char path[PATH];

    if (quantity != GRANARY_DISTANCES && layer == 0 && data[0] & 1) { /* the layer has one value */
        name_file(db, quantity, layer, path);
        return refuse(message, path, "a value that the layer does not have");
    }
    if (crc(db, data + at, rest < CHUNK ? rest : CHUNK) == load(data + file->data_length + 4 * chunk, 4)) {
        atomic_fetch_or_explicit(&file->checked[chunk / 8], (unsigned char)(1 << chunk % 8), memory_order_relaxed);
        return 1;
    }
    name_file(db, quantity, layer, path);
    return refuse(message, path, "wrong checksum of chunk %llu, from byte %llu on; copy the file again or run granary repair",
        (unsigned long long)chunk, (unsigned long long)(PAGE + at));
}

static int is_checked(const struct file *file, uint64_t chunk)
{
    return atomic_load_explicit(&file->checked[chunk / 8], memory_order_relaxed) >> chunk % 8 & 1;
}

/* ---- Section 7: awari ---- */

/* Sows the seeds of a pit. Returns the last pit. */
static int sow(const granary *db, int *board, int pit)
{
    int seeds = board[pit], last = pit;

    board[pit] = 0;
    while (seeds > 0) {
        last = last + 1 == db->pits ? 0 : last + 1;
        if (last != pit) {
            board[last]++;
            seeds--;
        }
    }
    return last;
}

/* Sows the seeds of a pit and takes what they capture. Returns the seeds captured. */
static int play(const granary *db, int *board, int pit)
{
    int half = db->pits / 2, last = sow(db, board, pit), captured = 0, opponents = 0;

    for (int i = last; i >= half && (board[i] == 2 || board[i] == 3); i--)
        captured += board[i];
    for (int i = half; i < db->pits; i++)
        opponents += board[i];
    if (db->rules == ABAPA && captured == opponents)
        return 0;
    for (int i = last, rest = captured; rest > 0; i--) {
        rest -= board[i];
        board[i] = 0;
    }
    return captured;
}

/* Lists the moves that leave the opponent without seeds, or those that do not. Returns their number. */
static int list_moves(const granary *db, const int *board, granary_move *moves, int is_starving)
{
    int half = db->pits / 2, count = 0;

    for (int pit = 0; pit < half; pit++) {
        int after[GRANARY_PITS], opponents = 0, captured;

        if (board[pit] == 0)
            continue;
        memcpy(after, board, (size_t)db->pits * sizeof *after);
        captured = play(db, after, pit);
        for (int i = half; i < db->pits; i++)
            opponents += after[i];
        if ((opponents == 0) == is_starving) {
            granary_move *move = &moves[count++];
            *move = (granary_move){.pit = pit, .captured = captured, .distance = GRANARY_NO_DISTANCE};
            for (int i = 0; i < db->pits; i++)
                move->board[(i + half) % db->pits] = after[i];
        }
    }
    return count;
}

/* Lists the legal moves. Returns their number. */
static int list_legal(const granary *db, const int *board, granary_move *moves)
{
    int count = list_moves(db, board, moves, 0);

    return count > 0 || db->rules != OLYMPIAD ? count : list_moves(db, board, moves, 1);
}

/* Finds the board at a rank of a layer. */
static void unrank(const granary *db, int layer, uint64_t rank, int *board)
{
    int b = layer + db->pits - 1;
    uint64_t rest = rank + db->choose[b][db->pits];

    for (int i = db->pits - 1; i >= 0; i--, b--) {
        while (db->choose[b][i + 1] > rest)
            b--;
        rest -= db->choose[b][i + 1];
        board[i] = b;
    }
    for (int i = db->pits - 1; i > 0; i--)
        board[i] -= board[i - 1] + 1;
}

static int is_better(const granary_move *a, const granary_move *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->score > 0 ? a->distance < b->distance : a->score < 0 && a->distance > b->distance;
}

/* ---- Sections 8 and 9: compressed layers ---- */

/* A way through the boards of half a block, and what the network sees of them. */
struct walk {
    const granary *db;
    const struct file *file;
    const unsigned char *nodes, *node_rows, *bias, *rows;
    int layer, none, units, index;
    int board[GRANARY_PITS];
    unsigned char values[HALF];
    uint16_t slow[MAX_UNITS]; /* the sum of the bias and of the rows that depend on the pits from 2 on */
    int is_slow;              /* whether it is that of the board */
    int16_t units_seen[MAX_UNITS];
};

static int16_t number(const unsigned char *bytes)
{
    return (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
}

static const unsigned char *directory(const struct file *file)
{
    return file->bytes + file->first_page + file->pages * PAGE;
}

static uint64_t entry(const struct file *file, uint64_t page)
{
    return load(directory(file) + 4 * page, 4);
}

static uint64_t compressed_positions(const granary *db, int layer, uint64_t block)
{
    uint64_t rest = granary_size(db, layer) - block * COMPRESSED_BLOCK;

    return rest < COMPRESSED_BLOCK ? rest : COMPRESSED_BLOCK;
}

static enum granary_result damaged(const granary *db, int layer, char *message, const char *what, uint64_t number)
{
    char path[PATH];

    name_file(db, COMPRESSED, layer, path);
    refuse(message, path, "%s %llu; copy the file again or run granary repair", what, (unsigned long long)number);
    return GRANARY_DAMAGED;
}

/* Checks the model before its first use. Several threads may do so at once, with the same result. */
static enum granary_result check_model(const granary *db, int layer, char *message)
{
    const struct file *file = &db->files[COMPRESSED - 1][layer];
    const unsigned char *model = file->bytes + PAGE, *node = model + 2 * TABLE;
    atomic_uchar *is_checked_at = (atomic_uchar *)&file->is_model_checked;

    if (atomic_load_explicit(&file->is_model_checked, memory_order_relaxed))
        return GRANARY_FOUND;
    if (crc(db, model, load(file->bytes + 128, 4)) != load(file->bytes + 132, 4))
        return damaged(db, layer, message, "wrong checksum of the model, at byte", PAGE);
    for (int i = 0; i < 2 * layer; i++, node += 8)
        for (int branch = 0; branch < 2; branch++) {
            int next = number(node + 2 * branch);
            if (next < -1 - 2 * layer || next >= 2 * layer || (next >= 0 && next <= i))
                return damaged(db, layer, message, "the model leads nowhere at node", (uint64_t)i);
        }
    atomic_store_explicit(is_checked_at, 1, memory_order_relaxed);
    return GRANARY_FOUND;
}

/* Checks a page and the number of its blocks. */
static enum granary_result check_page(const granary *db, int layer, uint64_t page, int is_anew, char *message)
{
    struct file *file = (struct file *)&db->files[COMPRESSED - 1][layer];
    const unsigned char *at = file->bytes + file->first_page + page * PAGE;
    unsigned char covered[NAME + PAGE];

    if (is_anew || !is_checked(file, page)) {
        memcpy(covered, file->bytes + 64, NAME);
        memcpy(covered + NAME, at, PAGE);
        memcpy(covered + NAME, directory(file) + 4 * page, 4);
        if (crc(db, covered, NAME + PAGE) != load(at, 4))
            return damaged(db, layer, message, "wrong checksum of page", page);
        atomic_fetch_or_explicit(&file->checked[page / 8], (unsigned char)(1 << page % 8), memory_order_relaxed);
    }
    if (entry(file, page) + load(at + 4, 2) != entry(file, page + 1))
        return damaged(db, layer, message, "another number of blocks than the directory says in page", page);
    return GRANARY_FOUND;
}

/* Finds a block in its page by its number there. Returns NULL when it goes beyond the page. */
static const unsigned char *find_in_page(const unsigned char *page, int index, int positions, int *length)
{
    int at = 6 + (int)load(page + 4, 2);

    if (at > PAGE)
        return NULL;
    for (int i = 0; i < index; i++)
        at += page[6 + i] == RAW ? COMPRESSED_BLOCK : page[6 + i];
    *length = page[6 + index];
    return at + (*length == RAW ? positions : *length) > PAGE ? NULL : page + at;
}

/* Finds a block and its length byte. */
static enum granary_result find_block(
    const granary *db, int layer, uint64_t block, const unsigned char **bytes, int *length, char *message)
{
    const struct file *file = &db->files[COMPRESSED - 1][layer];
    uint64_t low = 0, high = file->pages - 1;
    enum granary_result result;

    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (entry(file, middle) <= block)
            low = middle;
        else
            high = middle - 1;
    }
    result = check_page(db, layer, low, 0, message);
    if (result != GRANARY_FOUND)
        return result;
    *bytes = NULL;
    if (entry(file, low) <= block && block < entry(file, low + 1))
        *bytes = find_in_page(file->bytes + file->first_page + low * PAGE, (int)(block - entry(file, low)),
            (int)compressed_positions(db, layer, block), length);
    return *bytes != NULL ? GRANARY_FOUND : damaged(db, layer, message, "its page does not have block", block);
}

static int is_stored(const granary *db, const int *board)
{
    int half = db->pits / 2, empty = 0;

    for (int i = half; i < db->pits; i++)
        empty += board[i] == 0;
    if (empty == 0)
        return 0;
    for (int pit = 0; pit < half; pit++) {
        int sown[GRANARY_PITS], i = 0;
        if (board[pit] == 0)
            continue;
        memcpy(sown, board, (size_t)db->pits * sizeof *sown);
        sow(db, sown, pit);
        while (i < half && sown[i] == board[half + i])
            i++;
        if (i == half || sown[i] > board[half + i])
            return 1;
    }
    return 0;
}

/* Returns the seeds, with one more in each, of the pits from one down that hold 1 or 2. */
static int chain(const int *board, int pit, int lowest)
{
    int seeds = 0;

    for (; pit >= lowest && (board[pit] == 1 || board[pit] == 2); pit--)
        seeds += board[pit] + 1;
    return seeds;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Adds a row of the model. */
static void add(uint16_t *restrict sum, const unsigned char *restrict row, int units)
{
    for (int i = 0; i < units; i++)
        sum[i] = (uint16_t)(sum[i] + (uint16_t)number(row + 2 * i));
}

static int captures(const struct walk *walk)
{
    int pits = walk->db->pits, half = pits / 2, capture = 0, threat = 0;

    for (int i = 0; i < pits; i++) {
        int end = i + walk->board[i], is_own = i < half, seeds;
        if (walk->board[i] == 0 || (is_own ? end < half || end >= pits : end < pits || end >= pits + half))
            continue;
        seeds = is_own ? chain(walk->board, end, half) : chain(walk->board, end - pits, 0);
        if (is_own && seeds > capture)
            capture = seeds;
        if (!is_own && seeds > threat)
            threat = seeds;
    }
    return 20 * capture + threat;
}

/* Works out the units of the board. */
static void see(struct walk *walk)
{
    /* from a pit to a pit, seeds */
    static const char neighbours[9][3] = {
        {0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1}, {1, 3, 1}, {3, 4, 1}, {2, 4, 1}, {0, 3, 1}, {0, 1, 2}};
    const int *board = walk->board;
    int pits = walk->db->pits, units = walk->units, n = walk->layer, count = pits == 4 ? 5 : 9;
    int steps[4], seeds = 0, row = count * (2 * n + 2);
    const unsigned char *rows = walk->rows;
    uint16_t sum[MAX_UNITS];

    if (!walk->is_slow) {
        int at = row + 400 + 2 * (n + 1);
        for (int i = 0; i < units; i++)
            walk->slow[i] = (uint16_t)number(walk->bias + 2 * i);
        for (int i = 2; i < pits; i++, at += n + 1)
            add(walk->slow, rows + 2 * units * (at + board[i]), units);
        for (int i = 2; i < pits - 1; i++, at += 64)
            add(walk->slow, rows + 2 * units * (at + 8 * least(7, board[i]) + least(7, board[i + 1])), units);
        walk->is_slow = 1;
    }
    memcpy(sum, walk->slow, (size_t)units * sizeof *sum);
    for (int k = 0; k < 4 && k < pits - 1; k++) {
        uint64_t step = HALF;
        seeds += board[k];
        if (seeds > 0 && walk->db->choose[seeds + k - 1][k] < step)
            step = walk->db->choose[seeds + k - 1][k];
        steps[k] = (int)step;
    }
    for (int i = 0; i < count; i++) {
        int back = 0, value = walk->none;
        for (int k = neighbours[i][0]; k < neighbours[i][1]; k++)
            back += neighbours[i][2] * steps[k];
        if (board[(int)neighbours[i][0]] >= neighbours[i][2] && back <= walk->index)
            value = walk->values[walk->index - back];
        add(sum, rows + 2 * units * (i * (2 * n + 2) + value), units);
    }
    add(sum, rows + 2 * units * (row + captures(walk)), units);
    add(sum, rows + 2 * units * (row + 400 + board[0]), units);
    add(sum, rows + 2 * units * (row + 400 + n + 1 + board[1]), units);
    for (int i = 0; i < units; i++)
        walk->units_seen[i] = (int16_t)(sum[i] < 32768 ? sum[i] : 0);
}

/* Returns the probability of the upper branch of a node, of 65536. */
static uint32_t probability(const struct walk *walk, int node)
{
    const unsigned char *row = walk->node_rows + 2 * walk->units * node;
    uint32_t product = (uint32_t)load(walk->nodes + 8 * node + 4, 4);
    int place;

    for (int i = 0; i < walk->units; i++)
        product += (uint32_t)(walk->units_seen[i] * number(row + 2 * i));
    place = (int)((product ^ 0x80000000) >> 11) - (1 << 20) + TABLE / 2; /* rounded down */
    place = place < 0 ? 0 : least(place, TABLE - 1);
    return (uint32_t)load(walk->file->bytes + PAGE + 2 * place, 2);
}

/* Goes to the next board of the half. */
static void next_board(struct walk *walk)
{
    int pit = 1, moved = walk->board[0];

    while (pit < walk->db->pits - 1 && walk->board[pit] == 0)
        pit++;
    walk->board[0] = 0;
    walk->board[pit]--;
    walk->board[pit - 1] += moved + 1;
    walk->is_slow &= pit == 1;
    walk->index++;
}

/* The bytes of a block, from the first to the last or back. */
struct code {
    const unsigned char *at;
    int step, left;
};

static uint32_t next_byte(struct code *code)
{
    uint32_t byte = code->left > 0 ? *code->at : 0;

    code->at += code->left > 1 ? code->step : 0;
    code->left -= code->left > 0;
    return byte;
}

/* Decodes the values of half a block up to a number. */
static void decode(struct walk *walk, struct code bytes, int last)
{
    uint32_t low = 0, high = 0xffffffff, code = 0;

    for (int i = 0; i < 4; i++)
        code = code << 8 | next_byte(&bytes);
    for (;; next_board(walk)) {
        int node = 0;
        walk->values[walk->index] = (unsigned char)walk->none;
        if (is_stored(walk->db, walk->board)) {
            see(walk);
            while (node >= 0) {
                uint32_t split = low + (uint32_t)((uint64_t)(high - low) * probability(walk, node) >> 16);
                int is_upper = code <= split;
                if (is_upper)
                    high = split;
                else
                    low = split + 1;
                node = number(walk->nodes + 8 * node + 2 * is_upper);
                for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255)
                    code = code << 8 | next_byte(&bytes);
            }
            walk->values[walk->index] = (unsigned char)(-1 - node);
        }
        if (walk->index == last)
            return;
    }
}

/* Finds the score of a board that is not stored. */
static enum granary_result score_by_moves(const granary *db, const int *board, int *score, char *message)
{
    granary_move moves[GRANARY_PITS / 2];
    int count = list_legal(db, board, moves), own = 0, all = 0;
    enum granary_result all_results = GRANARY_FOUND;

    for (int i = 0; i < db->pits; i++) {
        all += board[i];
        own += i < db->pits / 2 ? board[i] : 0;
    }
    *score = count > 0 ? -MAX_LAYER - 1 : db->rules == ABAPA && own > 0 ? all : -all;
    for (int i = 0; i < count; i++) {
        int after = 0;
        enum granary_result result = granary_score(db, moves[i].board, db->pits, &after, message);
        if (result == GRANARY_DAMAGED)
            all_results = result; /* a layer that is missing, which another move may need, prevails */
        else if (result != GRANARY_FOUND)
            return result;
        if (moves[i].captured - after > *score)
            *score = moves[i].captured - after;
    }
    return all_results;
}

static enum granary_result compressed_score(const granary *db, int layer, uint64_t rank, int *score, char *message)
{
    const struct file *file = &db->files[COMPRESSED - 1][layer];
    int board[GRANARY_PITS], length = 0, index = (int)(rank % COMPRESSED_BLOCK);
    const unsigned char *bytes = NULL;
    enum granary_result result;
    struct walk walk;

    unrank(db, layer, rank, board);
    if (!is_stored(db, board))
        return score_by_moves(db, board, score, message);
    result = check_model(db, layer, message);
    if (result == GRANARY_FOUND)
        result = find_block(db, layer, rank / COMPRESSED_BLOCK, &bytes, &length, message);
    if (result != GRANARY_FOUND)
        return result;
    if (length == RAW) {
        *score = bytes[index] - layer;
        return *score <= layer ? GRANARY_FOUND : damaged(db, layer, message, "no score at rank", rank);
    }
    walk = (struct walk){.db = db, .file = file, .layer = layer, .none = 2 * layer + 1, .units = file->units};
    walk.nodes = file->bytes + PAGE + 2 * TABLE;
    walk.node_rows = walk.nodes + 8 * 2 * layer;
    walk.bias = walk.node_rows + 2 * walk.units * 2 * layer;
    walk.rows = walk.bias + 2 * walk.units;
    unrank(db, layer, rank - (uint64_t)(index % HALF), walk.board);
    decode(&walk, index < HALF ? (struct code){bytes, 1, length} : (struct code){bytes + length - 1, -1, length}, index % HALF);
    *score = walk.values[index % HALF] - layer;
    return GRANARY_FOUND;
}

/* Checks the model, all pages, and the values of raw blocks. */
static int check_compressed(const granary *db, int layer, char *message)
{
    const struct file *file = &db->files[COMPRESSED - 1][layer];
    uint64_t block = 0, blocks = (granary_size(db, layer) + COMPRESSED_BLOCK - 1) / COMPRESSED_BLOCK;
    int is_good = check_model(db, layer, message) == GRANARY_FOUND;

    for (uint64_t page = 0; is_good && page < file->pages; page++) {
        const unsigned char *at = file->bytes + file->first_page + page * PAGE;
        int count = (int)load(at + 4, 2), length;
        is_good = check_page(db, layer, page, 1, message) == GRANARY_FOUND
            && ((entry(file, page) == block && block + (uint64_t)count <= blocks)
                || damaged(db, layer, message, "wrong blocks in page", page) == GRANARY_FOUND);
        for (int i = 0; is_good && i < count; i++, block++) {
            int positions = (int)compressed_positions(db, layer, block), score;
            const unsigned char *bytes = find_in_page(at, i, positions, &length);
            if (bytes == NULL)
                is_good = damaged(db, layer, message, "its page does not have block", block) == GRANARY_FOUND;
            for (int k = 0; is_good && length == RAW && k < positions; k++)
                is_good = bytes[k] <= 2 * layer
                    || compressed_score(db, layer, block * COMPRESSED_BLOCK + (uint64_t)k, &score, message) != GRANARY_DAMAGED;
        }
    }
    return is_good && (block == blocks || damaged(db, layer, message, "no page has block", block) == GRANARY_FOUND);
}

/* ---- The interface ---- */

granary *granary_open(const char *directory, enum granary_result *result, char *message)
{
    granary *db = calloc(1, sizeof *db);
    int is_open;

    if (result != NULL)
        *result = db == NULL ? GRANARY_UNREADABLE : GRANARY_FOUND;
    if (db == NULL) {
        refuse(message, directory, "not enough memory");
        return NULL;
    }
    db->refusal = GRANARY_DAMAGED;
    make_tables(db);
    is_open = (size_t)snprintf(db->directory, sizeof db->directory, "%s", directory) < sizeof db->directory
        || because(db, GRANARY_UNSUPPORTED, refuse(message, directory, "too long a name"));
    is_open = is_open && read_manifest(db, message);
    for (int layer = 0; is_open && layer <= db->last_layer; layer++) {
        if (db->files[0][layer].is_listed)
            is_open = open_file(db, GRANARY_SCORES, layer, message);
        if (is_open && db->files[2][layer].is_listed)
            is_open = open_file(db, COMPRESSED, layer, message);
        if (is_open && db->files[1][layer].is_listed && granary_has(db, GRANARY_SCORES, layer))
            is_open = open_file(db, GRANARY_DISTANCES, layer, message);
        if (is_open && db->files[3][layer].is_listed && granary_has(db, GRANARY_SCORES, layer))
            is_open = open_file(db, GRANARY_BOUNDS, layer, message);
    }
    if (is_open)
        return db;
    if (result != NULL)
        *result = db->refusal;
    granary_close(db);
    return NULL;
}

void granary_close(granary *db)
{
    for (int i = 0; db != NULL && i < QUANTITIES * (MAX_LAYER + 1); i++) {
        struct file *file = &db->files[i / (MAX_LAYER + 1)][i % (MAX_LAYER + 1)];
        if (file->bytes != NULL)
            munmap((void *)file->bytes, (size_t)file->length);
        free(file->checked);
    }
    free(db);
}

const char *granary_identity(const granary *db)
{
    return db->identity;
}

int granary_last_layer(const granary *db)
{
    return db->last_layer;
}

int granary_has(const granary *db, enum granary_quantity quantity, int layer)
{
    return layer >= 0 && layer <= db->last_layer
        && (db->files[quantity - 1][layer].bytes != NULL
            || (quantity == GRANARY_SCORES && db->files[COMPRESSED - 1][layer].bytes != NULL));
}

int granary_locate(const granary *db, const int *board, int pits, int *layer, uint64_t *rank)
{
    int b = -1;

    *layer = 0;
    *rank = 0;
    if (pits != db->pits)
        return 0;
    for (int i = 0; i < pits; i++) {
        if (board[i] < 0 || board[i] > db->last_layer - *layer)
            return 0;
        *layer += board[i];
        b += board[i] + 1;
        *rank += db->choose[b][i + 1];
    }
    *rank -= db->choose[*layer + pits - 1][pits];
    return 1;
}

enum granary_result granary_value(
    const granary *db, enum granary_quantity quantity, int layer, uint64_t rank, int *value, char *message)
{
    const struct file *file = &db->files[quantity - 1][layer];
    uint64_t k = (uint64_t)file->k, bits = (uint64_t)file->bits, bit, group, first, last;

    if (file->bytes == NULL)
        return compressed_score(db, layer, rank, value, message);
    bit = rank / k * bits;
    first = bit / 8 / CHUNK;
    last = (bit + bits - 1) / 8 / CHUNK;
    for (uint64_t chunk = first; chunk <= last; chunk++)
        if (!is_checked(file, chunk) && !check_chunk(db, quantity, layer, chunk, message))
            return GRANARY_DAMAGED;
    group = load64(file->bytes + PAGE + bit / 8) >> bit % 8 & ((UINT64_C(1) << bits) - 1);
    *value = file->minimum + (int)(group / file->power[rank % k] % file->radix);
    return GRANARY_FOUND;
}

static enum granary_result not_board(const granary *db, char *message)
{
    refuse(message, db->directory, "not a board of %d pits and 0 to %d seeds", db->pits, db->last_layer);
    return GRANARY_NOT_BOARD;
}

static enum granary_result find(
    const granary *db, enum granary_quantity quantity, const int *board, int pits, int *value, char *message)
{
    int layer;
    uint64_t rank;

    if (!granary_locate(db, board, pits, &layer, &rank))
        return not_board(db, message);
    if (!granary_has(db, quantity, layer)) {
        static const char *words[] = {"scores", "distances", "scores", "bounds"};
        const int is_listed = db->files[quantity - 1][layer].is_listed
            || (quantity == GRANARY_SCORES && db->files[COMPRESSED - 1][layer].is_listed);
        refuse(message, db->directory, "no %s of layer %d%s", words[quantity - 1], layer,
            is_listed ? ": listed, but the file is not there; copy it again or run granary repair" : "");
        return GRANARY_MISSING;
    }
    return granary_value(db, quantity, layer, rank, value, message);
}

enum granary_result granary_score(const granary *db, const int *board, int pits, int *score, char *message)
{
    return find(db, GRANARY_SCORES, board, pits, score, message);
}

enum granary_result granary_distance(const granary *db, const int *board, int pits, int *distance, char *message)
{
    return find(db, GRANARY_DISTANCES, board, pits, distance, message);
}

enum granary_result granary_find_bounds(
    const granary *db, const int *board, int pits, granary_bounds *bounds, char *message)
{
    int layer, value = 0, both = 0;
    uint64_t rank;
    enum granary_result result;

    if (!granary_locate(db, board, pits, &layer, &rank))
        return not_board(db, message);
    bounds->seeds = layer;
    if (granary_has(db, GRANARY_BOUNDS, layer) || db->rules == ABAPA) {
        result = find(db, GRANARY_BOUNDS, board, pits, &value, message);
        while (pairs(both) <= value)
            both++;
        bounds->least = value - pairs(both - 1);
        bounds->most = layer - both + bounds->least;
        bounds->is_exact = both == layer;
        return result;
    }
    result = granary_score(db, board, pits, &value, message);
    bounds->least = (layer + value) / 2;
    bounds->most = (layer + value + 1) / 2;
    bounds->is_exact = 1;
    return result;
}

enum granary_outcome granary_find_outcome(const granary_bounds *bounds, int own_store, int opponents_store)
{
    /* Twice the seeds: an odd one may be shared. */
    const int shared = bounds->least + bounds->most, ahead = own_store - opponents_store - bounds->seeds;
    const int at_least = ahead + (bounds->is_exact ? shared : 2 * bounds->least);
    const int at_most = ahead + (bounds->is_exact ? shared : 2 * bounds->most);

    return at_least > 0 ? GRANARY_WIN
        : at_most < 0 ? GRANARY_LOSS
        : at_least == at_most ? GRANARY_DRAW : GRANARY_OPEN;
}

/* Sets score and distance of a move from those of the board after it. */
static enum granary_result judge(const granary *db, granary_move *move, int has_distances, char *message)
{
    int after, plies = 0;
    enum granary_result result = granary_score(db, move->board, db->pits, &after, message);

    move->score = move->captured - after;
    if (result != GRANARY_FOUND || !has_distances)
        return result;
    if (move->captured == 0 && move->score != 0)
        result = granary_distance(db, move->board, db->pits, &plies, message);
    move->distance = move->captured > 0 || move->score != 0 ? 1 + plies : 0;
    return result;
}

enum granary_result granary_moves(
    const granary *db, const int *board, int pits, granary_move *moves, int *count, char *message)
{
    int layer;
    uint64_t rank;

    *count = 0;
    if (!granary_locate(db, board, pits, &layer, &rank))
        return not_board(db, message);
    *count = list_legal(db, board, moves);
    for (int i = 0; i < *count; i++) {
        enum granary_result result = judge(db, &moves[i], granary_has(db, GRANARY_DISTANCES, layer), message);
        if (result != GRANARY_FOUND)
            return result;
    }
    for (int i = 1; i < *count; i++) {
        granary_move move = moves[i];
        int at = i;
        for (; at > 0 && is_better(&move, &moves[at - 1]); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
    return GRANARY_FOUND;
}

int granary_check(const granary *db, enum granary_quantity quantity, int layer, char *message)
{
    uint64_t chunks = (db->files[quantity - 1][layer].data_length + CHUNK - 1) / CHUNK;

    if (db->files[quantity - 1][layer].bytes == NULL)
        return check_compressed(db, layer, message);
    for (uint64_t chunk = 0; chunk < chunks; chunk++)
        if (!check_chunk(db, quantity, layer, chunk, message))
            return 0;
    return 1;
}
