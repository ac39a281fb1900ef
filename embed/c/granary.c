/* See granary.h. Section numbers are those of format-spec.md. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "granary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    BLOCK = 1 << 16,
    PIECE = 1 << 20,
    PATH = 4096,
    DIGEST = 32,
    MAX_PITS = 16,  /* of both sides */
    MAX_LAYER = 60, /* with 2 pits a side */
    MAX_DIGITS = 56 /* of radix 2 in 7 bytes */
};

struct file {
    int is_listed;
    uint64_t length;
    unsigned char digest[DIGEST];
    const unsigned char *bytes; /* mapped; NULL when the database does not have the file */
    uint64_t data_length;
    int minimum, k, bits; /* bits of a group of k values */
    uint32_t radix;
    uint64_t power[MAX_DIGITS]; /* of the radix */
};

struct granary {
    char identity[64];
    int pits; /* of both sides */
    int last_layer;
    struct file files[2][MAX_LAYER + 1]; /* scores, distances */
    uint64_t choose[MAX_LAYER + 5][MAX_PITS + 1]; /* binomial coefficients */
    uint32_t crc[256];
};

/* Writes why a file is refused, and returns 0. */
static int refuse(char *message, const char *path, const char *format, ...)
{
    va_list arguments;
    int length = snprintf(message, GRANARY_MESSAGE, "%.300s: ", path);

    va_start(arguments, format);
    vsnprintf(message + length, (size_t)(GRANARY_MESSAGE - length), format, arguments);
    va_end(arguments);
    return 0;
}

/* Returns the number in so many bytes, the lowest first. */
static uint64_t load(const unsigned char *bytes, int count)
{
    uint64_t number = 0;

    while (count-- > 0)
        number = number << 8 | bytes[count];
    return number;
}

static void make_tables(granary *db)
{
    for (int n = 0; n < MAX_LAYER + 5; n++)
        for (int k = 0; k <= MAX_PITS; k++)
            db->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : db->choose[n - 1][k - 1] + db->choose[n - 1][k];
    for (uint32_t i = 0; i < 256; i++) {
        db->crc[i] = i;
        for (int bit = 0; bit < 8; bit++)
            db->crc[i] = db->crc[i] >> 1 ^ (db->crc[i] & 1 ? 0x82f63b78 : 0);
    }
}

static uint32_t crc(const granary *db, const unsigned char *bytes, uint64_t count)
{
    uint32_t sum = 0xffffffff;

    for (uint64_t i = 0; i < count; i++)
        sum = db->crc[(sum ^ bytes[i]) & 255] ^ sum >> 8;
    return ~sum;
}

/* ---- Section 1: the manifest ---- */

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

/* Takes a decimal number of at most so many digits, without leading zeros. */
static int take_number(const char *word, size_t digits, uint64_t *value)
{
    size_t length = strlen(word);

    if (length == 0 || length > digits || strspn(word, "0123456789") != length || (word[0] == '0' && length > 1))
        return 0;
    *value = strtoull(word, NULL, 10);
    return 1;
}

/* Takes layer, length and digest of a file; the layer may be any that a game of awari has. */
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

/* Takes the lines between the first and the last. */
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
        } else if (strcmp(words[0], "parameter") == 0) {
            const char **value = count == 3 && strcmp(words[1], "pits") == 0 ? &pits : &rules;
            is_good = count == 3 && *value == NULL && (value == &pits || strcmp(words[1], "rules") == 0);
            *value = words[2];
        } else if (strcmp(words[0], "scores") == 0 || strcmp(words[0], "distances") == 0) {
            is_good = count == 4 && take_file(db->files[words[0][0] == 'd'], words);
        } else if (strcmp(words[0], "granary") == 0 || strcmp(words[0], "checksum") == 0) {
            is_good = 0;
        }
        if (!is_good)
            return refuse(message, path, "the line '%.20s' is damaged, or there are two of it", words[0]);
    }
    if (game == NULL || strcmp(game, "awari") != 0)
        return refuse(message, path, "the game is not awari");
    if (pits == NULL || strlen(pits) != 1 || *pits < '2' || *pits > '8' || rules == NULL
        || (strcmp(rules, "olympiad") != 0 && strcmp(rules, "strict") != 0 && strcmp(rules, "abapa") != 0))
        return refuse(message, path, "pits or rules that awari does not have");
    db->pits = 2 * (*pits - '0');
    db->last_layer = 64 - db->pits;
    snprintf(db->identity, sizeof db->identity, "awari pits=%s rules=%s", pits, rules);
    for (int layer = 0; layer <= MAX_LAYER; layer++) {
        if (layer > db->last_layer && (db->files[0][layer].is_listed || db->files[1][layer].is_listed))
            return refuse(message, path, "there is no layer %d", layer);
        if (db->files[1][layer].is_listed && !db->files[0][layer].is_listed)
            return refuse(message, path, "distances of layer %d without scores", layer);
    }
    return 1;
}

/* Takes the bytes of a manifest, behind which a zero stands. */
static int take_manifest(granary *db, char *text, size_t length, const char *path, char *message)
{
    static const char first[] = "granary 2\n";
    const size_t last = strlen("checksum 01234567\n");
    char sum[32];
    size_t body = length < last ? 0 : length - last;

    if (length > PIECE)
        return refuse(message, path, "more than %d bytes", PIECE);
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~'))
            return refuse(message, path, "byte %zu is not printable ASCII", i);
    if (strncmp(text, first, strlen(first)) != 0)
        return refuse(message, path, "not a manifest of version 2");
    snprintf(sum, sizeof sum, "checksum %08x\n", (unsigned)crc(db, (const unsigned char *)text, body));
    if (body < strlen(first) || text[body - 1] != '\n' || strcmp(text + body, sum) != 0)
        return refuse(message, path, "wrong checksum, or none");
    text[body] = '\0';
    return take_lines(db, text + strlen(first), path, message);
}

static int read_manifest(granary *db, const char *directory, char *message)
{
    char path[PATH];
    int is_whole = snprintf(path, sizeof path, "%s/granary.manifest", directory) < PATH, is_taken;
    FILE *file = is_whole ? fopen(path, "rb") : NULL;
    char *text = calloc(PIECE + 2, 1);

    if (file == NULL || text == NULL)
        is_taken = refuse(message, path, "%s", is_whole ? strerror(errno) : "too long a name");
    else
        is_taken = take_manifest(db, text, fread(text, 1, PIECE + 1, file), path, message);
    free(text);
    if (file != NULL)
        fclose(file);
    return is_taken;
}

/* ---- Section 2: layer files ---- */

uint64_t granary_size(const granary *db, int layer)
{
    return db->choose[layer + db->pits - 1][db->pits - 1];
}

/* Finds the number of values in a group and its bits, a multiple of a unit. */
static void find_packing(uint32_t radix, int unit, int *values, int *bits)
{
    *values = 0;
    *bits = 1;
    for (int m = unit; m <= 56; m += unit) {
        uint64_t rest = UINT64_C(1) << m;
        int k = 0;

        for (; rest >= radix; rest /= radix)
            k++;
        if (m * *values < *bits * k) {
            *values = k;
            *bits = m;
        }
    }
}

/* Checks the header of a mapped file, and takes from it what a lookup needs. */
static int check_header(const granary *db, int quantity, int layer, struct file *file, const char *path, char *message)
{
    static const unsigned char nothing[DIGEST];
    const unsigned char *page = file->bytes, *basis = nothing;
    uint64_t size = granary_size(db, layer), radix = load(page + 48, 4), groups, blocks;
    int below = quantity == GRANARY_SCORES ? layer - 1 : layer, unit = load(page + 40, 4) == 1 ? 8 : 1;

    if (memcmp(page, "GRANARY\n", 8) != 0)
        return refuse(message, path, "not a layer file");
    if (load(page + 8, 2) != 2)
        return refuse(message, path, "version %d, not 2", (int)load(page + 8, 2));
    if (load(page + 4092, 4) != crc(db, page, 4092))
        return refuse(message, path, "wrong checksum of the header");
    if (load(page + 12, 4) != PAGE || load(page + 40, 4) != (uint64_t)quantity)
        return refuse(message, path, "another length of the header or another encoding");
    if (load(page + 24, 4) != (uint64_t)layer || load(page + 28, 4) != (uint64_t)quantity || load(page + 32, 8) != size)
        return refuse(message, path, "another layer, quantity or number of positions than its name says");
    file->minimum = quantity == GRANARY_SCORES ? -layer : 0;
    if (load(page + 44, 4) != (uint32_t)file->minimum || radix < 2 || radix > 65536
        || (quantity == GRANARY_SCORES && radix != (layer == 0 ? 2 : 2 * (uint64_t)layer + 1)))
        return refuse(message, path, "another range of values than the layer has");
    file->radix = (uint32_t)radix;
    find_packing(file->radix, unit, &file->k, &file->bits);
    if (page[52] != file->k || page[53] * unit != file->bits)
        return refuse(message, path, "%d values in a group, or its length, are not the radix's", page[52]);
    if (below >= 0)
        basis = db->files[0][below].is_listed ? db->files[0][below].digest : page + 64;
    if (memcmp(page + 64, basis, DIGEST) != 0)
        return refuse(message, path, "built on another file than the one that is listed");
    if (load(page + 1024, 2) != strlen(db->identity) || memcmp(page + 1026, db->identity, strlen(db->identity)) != 0)
        return refuse(message, path, "not of %s", db->identity);
    groups = (size + (uint64_t)file->k - 1) / (uint64_t)file->k;
    file->data_length = ((groups * (uint64_t)file->bits + 7) / 8 + 15) / 8 * 8;
    blocks = (file->data_length + BLOCK - 1) / BLOCK;
    if (load(page + 16, 8) != file->length || file->length != PAGE + file->data_length + 4 * blocks)
        return refuse(message, path, "another length than the layer takes");
    file->power[0] = 1;
    for (int i = 1; i < file->k; i++)
        file->power[i] = file->power[i - 1] * radix;
    return 1;
}

/* Maps a file that is listed; distances may be missing. */
static int open_file(granary *db, const char *directory, int quantity, int layer, char *message)
{
    struct file *file = &db->files[quantity - 1][layer];
    const char *kind = quantity == GRANARY_DISTANCES ? ".distances" : "";
    char path[PATH];
    struct stat status;
    int descriptor;
    void *bytes = MAP_FAILED;

    if (snprintf(path, sizeof path, "%s/layer-%03d%s.granary", directory, layer, kind) >= PATH)
        return refuse(message, directory, "too long a name");
    descriptor = open(path, O_RDONLY);
    if (descriptor < 0 && errno == ENOENT && quantity == GRANARY_DISTANCES)
        return 1;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        refuse(message, path, "%s", strerror(errno));
    else if (status.st_size < PAGE || (uint64_t)status.st_size != file->length || file->length > SIZE_MAX)
        refuse(message, path, "not as long as the manifest says");
    else if ((bytes = mmap(NULL, (size_t)file->length, PROT_READ, MAP_SHARED, descriptor, 0)) == MAP_FAILED)
        refuse(message, path, "%s", strerror(errno));
    else
        file->bytes = bytes;
    if (descriptor >= 0)
        close(descriptor);
    return file->bytes != NULL && check_header(db, quantity, layer, file, path, message);
}

/* ---- The interface ---- */

granary *granary_open(const char *directory, char message[GRANARY_MESSAGE])
{
    granary *db = calloc(1, sizeof *db);
    int is_open;

    if (db == NULL) {
        refuse(message, directory, "not enough memory");
        return NULL;
    }
    make_tables(db);
    is_open = read_manifest(db, directory, message);
    for (int quantity = GRANARY_SCORES; quantity <= GRANARY_DISTANCES; quantity++)
        for (int layer = 0; is_open && layer <= db->last_layer; layer++)
            if (db->files[quantity - 1][layer].is_listed)
                is_open = open_file(db, directory, quantity, layer, message);
    if (is_open)
        return db;
    granary_close(db);
    return NULL;
}

void granary_close(granary *db)
{
    for (int i = 0; db != NULL && i < 2 * (MAX_LAYER + 1); i++) {
        struct file *file = &db->files[i / (MAX_LAYER + 1)][i % (MAX_LAYER + 1)];
        if (file->bytes != NULL)
            munmap((void *)file->bytes, (size_t)file->length);
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
    return layer >= 0 && layer <= db->last_layer && db->files[quantity - 1][layer].bytes != NULL;
}

int granary_locate(const granary *db, const int *board, int pits, int *layer, uint64_t *offset)
{
    int b = -1;

    *layer = 0;
    *offset = 0;
    if (pits != db->pits)
        return 0;
    for (int i = 0; i < pits; i++) {
        if (board[i] < 0 || board[i] > db->last_layer - *layer)
            return 0;
        *layer += board[i];
        b += board[i] + 1;
        *offset += db->choose[b][i + 1];
    }
    *offset -= db->choose[*layer + pits - 1][pits];
    return 1;
}

int granary_value(const granary *db, enum granary_quantity quantity, int layer, uint64_t offset)
{
    const struct file *file = &db->files[quantity - 1][layer];
    uint64_t k = (uint64_t)file->k, bit = offset / k * (uint64_t)file->bits;
    uint64_t group = load(file->bytes + PAGE + bit / 8, 8) >> bit % 8 & ((UINT64_C(1) << file->bits) - 1);

    return file->minimum + (int)(group / file->power[offset % k] % file->radix);
}

static enum granary_result find(const granary *db, enum granary_quantity of, const int *board, int pits, int *value)
{
    int layer;
    uint64_t offset;

    if (!granary_locate(db, board, pits, &layer, &offset))
        return GRANARY_NOT_BOARD;
    if (!granary_has(db, of, layer))
        return GRANARY_MISSING;
    *value = granary_value(db, of, layer, offset);
    return GRANARY_FOUND;
}

enum granary_result granary_score(const granary *db, const int *board, int pits, int *score)
{
    return find(db, GRANARY_SCORES, board, pits, score);
}

enum granary_result granary_distance(const granary *db, const int *board, int pits, int *distance)
{
    return find(db, GRANARY_DISTANCES, board, pits, distance);
}

int granary_check(const granary *db, enum granary_quantity quantity, int layer, char message[GRANARY_MESSAGE])
{
    const struct file *file = &db->files[quantity - 1][layer];
    const unsigned char *data = file->bytes + PAGE, *said = data + file->data_length;

    for (uint64_t at = 0; at < file->data_length; at += BLOCK, said += 4) {
        uint64_t rest = file->data_length - at;
        if (crc(db, data + at, rest < BLOCK ? rest : BLOCK) != load(said, 4))
            return refuse(message, db->identity, "layer %d, quantity %d: wrong checksum of the block at offset %llu",
                layer, quantity, (unsigned long long)(PAGE + at));
    }
    return 1;
}
