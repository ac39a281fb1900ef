/*
 * Checks the reader against the directory conformance, and against further databases that have a table positions.tsv.
 *
 *     ./test_granary CONFORMANCE [DATABASE ...]
 */
#define _POSIX_C_SOURCE 200809L

#include "granary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int checks, failures;

static void check(int is_right, const char *where, const char *what)
{
    checks++;
    failures += !is_right;
    if (!is_right)
        fprintf(stderr, "%s: %s\n", where, what);
}

static const char *join(char path[4096], const char *directory, const char *name)
{
    if (snprintf(path, 4096, "%s/%s", directory, name) >= 4096)
        exit(2);
    return path;
}

static FILE *open_or_exit(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);

    if (file == NULL) {
        perror(path);
        exit(2);
    }
    return file;
}

/* Reads a line of a table and cuts it at the tabs. Returns the number of fields, 0 at the end. */
static int read_row(FILE *table, char line[1000], char *fields[6])
{
    int count = 0;

    if (fgets(line, 1000, table) == NULL)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *field = line; field != NULL && count < 6;) {
        fields[count++] = field;
        field = strchr(field, '\t');
        if (field != NULL)
            *field++ = '\0';
    }
    return count;
}

/* The first row of a layer is the position of offset 0. */
static void check_table(const granary *database, const char *path, int is_complete)
{
    FILE *table = open_or_exit(path, "r");
    char line[1000], *fields[6];
    uint64_t rows = 0, positions = 0, first = 0;
    int is_with_distances = read_row(table, line, fields) > 4;

    while (read_row(table, line, fields) > 0) {
        int board[16], pits = 0, layer, value = 0;
        uint64_t offset;

        for (char *word = strtok(fields[1], " "); word != NULL && pits < 16; word = strtok(NULL, " "))
            board[pits++] = atoi(word);
        check(granary_locate(database, board, pits, &layer, &offset) && layer == atoi(fields[0]), path, fields[2]);
        if (offset == 0)
            first = strtoull(fields[2], NULL, 10);
        check(first + offset == strtoull(fields[2], NULL, 10), path, fields[2]);
        check(granary_score(database, board, pits, &value) == GRANARY_FOUND, path, fields[2]);
        check(value == atoi(fields[3]), path, fields[2]);
        if (is_with_distances) {
            check(granary_distance(database, board, pits, &value) == GRANARY_FOUND, path, fields[2]);
            check(value == atoi(fields[4]), path, fields[2]);
        }
        rows++;
    }
    fclose(table);
    for (int layer = 0; layer <= granary_last_layer(database); layer++)
        positions += granary_has(database, GRANARY_SCORES, layer) ? granary_size(database, layer) : 0;
    check(is_complete ? rows == positions : rows > 0, path, "another number of rows than the database has positions");
}

/* Returns what refuses a database, in the words of reasons.tsv; digests are not compared. */
static const char *found_by(const char *directory)
{
    char message[GRANARY_MESSAGE];
    granary *database = granary_open(directory, message);
    const char *found = database == NULL ? "open" : "nothing";

    for (int layer = 0; database != NULL && layer <= granary_last_layer(database); layer++)
        for (int quantity = GRANARY_SCORES; quantity <= GRANARY_DISTANCES; quantity++)
            if (granary_has(database, quantity, layer) && !granary_check(database, quantity, layer, message))
                found = "blocks";
    granary_close(database);
    return found;
}

static void check_database(const char *directory, int is_complete)
{
    char path[4096], message[GRANARY_MESSAGE];
    granary *database = granary_open(directory, message);

    check(database != NULL, directory, message);
    if (database == NULL)
        return;
    check_table(database, join(path, directory, "positions.tsv"), is_complete);
    granary_close(database);
    check(strcmp(found_by(directory), "nothing") == 0, directory, "a wrong checksum");
}

static void copy(const char *from, const char *to)
{
    FILE *in = open_or_exit(from, "rb"), *out = open_or_exit(to, "wb");

    for (int byte; (byte = getc(in)) != EOF;)
        putc(byte, out);
    fclose(in);
    fclose(out);
}

/* Copies the original to a directory, with another file in the place of one, or without it. */
static void lay_out(const char *original, const char *directory, const char *replaced, const char *by)
{
    DIR *files = opendir(original);
    char from[4096], to[4096];

    for (struct dirent *file; (file = readdir(files)) != NULL;)
        if (file->d_name[0] != '.')
            copy(join(from, original, file->d_name), join(to, directory, file->d_name));
    closedir(files);
    copy(by, join(to, directory, replaced));
}

static void remove_all(const char *directory)
{
    DIR *files = opendir(directory);
    char path[4096];

    for (struct dirent *file; (file = readdir(files)) != NULL;)
        if (file->d_name[0] != '.')
            remove(join(path, directory, file->d_name));
    closedir(files);
    rmdir(directory);
}

static void check_same_scores(const char *original, const char *directory)
{
    char message[GRANARY_MESSAGE];
    granary *expected = granary_open(original, message), *database = granary_open(directory, message);
    int is_same = expected != NULL && database != NULL && granary_has(database, GRANARY_SCORES, 2);

    for (int layer = 0; is_same && layer <= granary_last_layer(database); layer++)
        if (granary_has(database, GRANARY_SCORES, layer))
            for (uint64_t offset = 0; offset < granary_size(database, layer); offset++)
                is_same &= granary_value(expected, GRANARY_SCORES, layer, offset)
                    == granary_value(database, GRANARY_SCORES, layer, offset);
    check(is_same, directory, "other scores than the original's");
    granary_close(expected);
    granary_close(database);
}

static void check_hostile(const char *conformance)
{
    char original[4096], hostile[4096], path[4096], line[1000], *fields[6];
    FILE *table = open_or_exit(join(path, join(hostile, conformance, "hostile"), "reasons.tsv"), "r");
    int rows = 0;

    read_row(table, line, fields);
    for (; read_row(table, line, fields) > 0; rows++) {
        char directory[] = "/tmp/granary-XXXXXX";
        const char *expected = strcmp(fields[3], "digest") == 0 ? "nothing" : fields[3];

        if (mkdtemp(directory) == NULL)
            exit(2);
        lay_out(join(original, conformance, fields[1]), directory, fields[2], join(path, hostile, fields[0]));
        check(strcmp(found_by(directory), expected) == 0, fields[0], found_by(directory));
        if (strcmp(fields[3], "nothing") == 0)
            check_same_scores(original, directory);
        remove_all(directory);
    }
    fclose(table);
    check(rows > 0, hostile, "no rows");
}

static void check_missing_file(const char *conformance)
{
    char original[4096], path[4096], directory[] = "/tmp/granary-XXXXXX";

    if (mkdtemp(directory) == NULL)
        exit(2);
    join(original, conformance, "awari-3-abapa");
    lay_out(original, directory, "granary.manifest", join(path, original, "granary.manifest"));
    remove(join(path, directory, "layer-001.granary"));
    check(strcmp(found_by(directory), "open") == 0, path, "is missing, and not missed");
    remove_all(directory);
}

/* What is no board, or not in the database. */
static void check_mistakes(const char *conformance)
{
    static const int negative[6] = {1, -1}, not_there[6] = {58}, too_many[6] = {59};
    static const int greatest[6] = {2147483647, 2147483647};
    char path[4096], message[GRANARY_MESSAGE];
    granary *database = granary_open(join(path, conformance, "awari-3-abapa"), message);
    int value;

    check(granary_open(join(path, conformance, "nowhere"), message) == NULL, path, "was opened");
    check(granary_score(database, negative, 6, &value) == GRANARY_NOT_BOARD, path, "negative");
    check(granary_score(database, too_many, 6, &value) == GRANARY_NOT_BOARD, path, "too many seeds");
    check(granary_score(database, greatest, 6, &value) == GRANARY_NOT_BOARD, path, "far too many seeds");
    check(granary_score(database, not_there, 5, &value) == GRANARY_NOT_BOARD, path, "5 pits");
    check(granary_score(database, not_there, 6, &value) == GRANARY_MISSING, path, "58 seeds");
    check(granary_distance(database, negative + 2, 4, &value) == GRANARY_NOT_BOARD, path, "4 pits");
    check(!granary_has(database, GRANARY_SCORES, -1) && !granary_has(database, GRANARY_SCORES, 1000), path, "layer");
    granary_close(database);
}

int main(int count, char **arguments)
{
    const char *conformance = count > 1 ? arguments[1] : "../../conformance";
    char path[4096], table[4096];
    DIR *directories = opendir(conformance);
    int databases = 0;

    for (struct dirent *one; directories != NULL && (one = readdir(directories)) != NULL;)
        if (access(join(table, join(path, conformance, one->d_name), "positions.tsv"), R_OK) == 0) {
            check_database(path, 1);
            databases++;
        }
    if (directories != NULL)
        closedir(directories);
    check(databases > 0, conformance, "no databases");
    for (int i = 2; i < count; i++)
        check_database(arguments[i], 0);
    check_hostile(conformance);
    check_missing_file(conformance);
    check_mistakes(conformance);
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0;
}
