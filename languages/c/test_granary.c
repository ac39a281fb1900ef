/*
 * Checks the reader against the directory conformance, and against further databases that have a table positions.tsv.
 *
 *     ./test_granary CONFORMANCE [DATABASE ...]
 */
#define _POSIX_C_SOURCE 200809L

#include "granary.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
static int read_row(FILE *table, char line[1000], char *fields[7])
{
    int count = 0;

    if (fgets(line, 1000, table) == NULL)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *field = line; field != NULL && count < 7;) {
        fields[count++] = field;
        field = strchr(field, '\t');
        if (field != NULL)
            *field++ = '\0';
    }
    return count;
}

/* The value of the best move is that of the board; so are the distances, where there are any. */
static void check_moves(const granary *database, const int *board, int pits, int score, int distance, const char *path)
{
    granary_move moves[GRANARY_PITS / 2];
    int count;

    if (granary_moves(database, board, pits, moves, &count, NULL) == GRANARY_FOUND && count > 0) {
        check(moves[0].score == score, path, "the best move has another score than the board");
        check(moves[0].distance == GRANARY_NO_DISTANCE || score == 0 || moves[0].distance == distance, path,
            "the best move has another distance than the board");
    }
}

/* Bounds are those of the table, and the outcome is by the difference of the stores. */
static void check_bounds(const granary *database, const int *board, int pits, int least, int most, const char *path)
{
    granary_bounds bounds;

    check(granary_find_bounds(database, board, pits, &bounds, NULL) == GRANARY_FOUND, path, "no bounds");
    check(bounds.least == least && bounds.most == most, path, "other bounds");
    check(bounds.is_exact == (least == most), path, "exact or not");
    for (int own = 0; own <= bounds.seeds + 2; own++) {
        const int level = 2 * least + own - bounds.seeds - 1, best = 2 * most + own - bounds.seeds - 1;
        const enum granary_outcome expected = level > 0 ? GRANARY_WIN
            : best < 0 ? GRANARY_LOSS
            : level == best ? GRANARY_DRAW : GRANARY_OPEN;
        check(granary_find_outcome(&bounds, own, 1) == expected, path, "another outcome");
    }
}

/* Without a file of bounds they are the score if endless play is shared, of which twice the seeds are given; otherwise missing. */
static void check_no_bounds(const granary *database, const int *board, int pits, int twice, const char *path)
{
    granary_bounds bounds;
    const enum granary_result result = granary_find_bounds(database, board, pits, &bounds, NULL);

    if (strstr(granary_identity(database), "abapa") != NULL) {
        check(result == GRANARY_MISSING, path, "bounds that are not there");
        return;
    }
    check(result == GRANARY_FOUND && bounds.is_exact, path, "no bounds by the score");
    check(bounds.least + bounds.most == twice && bounds.most - bounds.least == twice % 2, path, "other bounds than the score");
    for (int own = 0; own < 2; own++) {
        const int ahead = twice - bounds.seeds + own - 1;
        check(granary_find_outcome(&bounds, own, 1) == (ahead > 0 ? GRANARY_WIN : ahead < 0 ? GRANARY_LOSS : GRANARY_DRAW), path,
            "another outcome");
    }
}

static int read_board(char *words, int board[GRANARY_PITS])
{
    int pits = 0;

    for (char *word = strtok(words, " "); word != NULL && pits < GRANARY_PITS; word = strtok(NULL, " "))
        board[pits++] = atoi(word);
    return pits;
}

static void check_table(const granary *database, const char *path, int is_solved)
{
    FILE *table = open_or_exit(path, "r");
    char line[1000], *fields[7];
    uint64_t rows = 0, expected = 0;
    int columns = read_row(table, line, fields);
    int is_with_distances = columns > 4 && strcmp(fields[4], "distance") == 0;
    int is_with_bounds = columns > 5 && strcmp(fields[columns - 2], "least") == 0;

    while (read_row(table, line, fields) > 0) {
        int board[GRANARY_PITS], pits = read_board(fields[1], board), layer, value = 0;
        uint64_t rank;

        check(granary_locate(database, board, pits, &layer, &rank) && layer == atoi(fields[0]), path, fields[2]);
        check(rank == strtoull(fields[2], NULL, 10), path, fields[2]);
        check(granary_score(database, board, pits, &value, NULL) == GRANARY_FOUND, path, fields[2]);
        check(value == atoi(fields[3]), path, fields[2]);
        if (is_with_distances) {
            check(granary_distance(database, board, pits, &value, NULL) == GRANARY_FOUND, path, fields[2]);
            check(value == atoi(fields[4]), path, fields[2]);
        }
        if (is_with_bounds)
            check_bounds(database, board, pits, atoi(fields[columns - 2]), atoi(fields[columns - 1]), path);
        else
            check_no_bounds(database, board, pits, layer + atoi(fields[3]), path);
        if (is_solved)
            check_moves(database, board, pits, atoi(fields[3]), is_with_distances ? atoi(fields[4]) : 0, path);
        rows++;
    }
    fclose(table);
    for (int layer = 0; layer <= granary_last_layer(database); layer++)
        if (granary_has(database, GRANARY_SCORES, layer))
            expected += granary_size(database, layer) > 10000 ? 1 : granary_size(database, layer);
    check(rows >= expected, path, "fewer rows than the database has positions");
}

static const enum granary_quantity QUANTITIES[] = {GRANARY_SCORES, GRANARY_DISTANCES, GRANARY_BOUNDS};

/* Reads a value at each multiple of a step. Returns the first result that is not GRANARY_FOUND. */
static enum granary_result read_values(const granary *database, uint64_t step, char *message)
{
    int value;

    for (int layer = 0; layer <= granary_last_layer(database); layer++)
        for (int i = 0; i < 3; i++)
            for (uint64_t rank = 0;
                granary_has(database, QUANTITIES[i], layer) && rank < granary_size(database, layer); rank += step) {
                enum granary_result result = granary_value(database, QUANTITIES[i], layer, rank, &value, message);
                if (result != GRANARY_FOUND)
                    return result;
            }
    return GRANARY_FOUND;
}

static const char *word(enum granary_result result)
{
    static const char *words[] = {"-", "not a board", "missing", "damaged", "unsupported", "unreadable"};

    return words[result];
}

/* Returns what refuses a database and why, in the words of reasons.tsv; digests are not compared. */
static const char *found_by(const char *directory, const char **why)
{
    char message[GRANARY_MESSAGE];
    enum granary_result result;
    granary *database = granary_open(directory, &result, message);
    int is_opened = database != NULL, is_refused = 0;

    if (is_opened)
        result = read_values(database, 1, message);
    for (int layer = 0; is_opened && layer <= granary_last_layer(database); layer++)
        for (int i = 0; i < 3; i++)
            is_refused |= granary_has(database, QUANTITIES[i], layer)
                && !granary_check(database, QUANTITIES[i], layer, message);
    check(!is_opened || (result != GRANARY_FOUND) == is_refused, directory, "lookups and granary_check disagree");
    granary_close(database);
    *why = word(result);
    return !is_opened ? "open" : result != GRANARY_FOUND ? "data" : "nothing";
}

static void copy(const char *from, const char *to)
{
    FILE *in = open_or_exit(from, "rb"), *out = open_or_exit(to, "wb");
    static char bytes[65536];

    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, count, out);
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

static void make_directory(char directory[])
{
    strcpy(directory, "/tmp/granary-XXXXXX");
    if (mkdtemp(directory) == NULL)
        exit(2);
}

/* With a bit of the second chunk turned, every value is right or refused, and the message says what to do. */
static void check_damage(const char *original)
{
    char directory[20], path[4096], message[GRANARY_MESSAGE];
    granary *expected = granary_open(original, NULL, message), *database = NULL;

    for (int layer = 0; layer <= granary_last_layer(expected); layer++) {
        uint64_t found = 0, wrong = 0, size = granary_size(expected, layer);
        const char *name;
        FILE *file;
        int byte;

        if (!granary_has(expected, GRANARY_SCORES, layer) || size < 3 * 65536)
            continue;
        make_directory(directory);
        lay_out(original, directory, "granary.manifest", join(path, original, "granary.manifest"));
        snprintf(path, sizeof path, "%s/layer-%03d.granary", directory, layer);
        name = path + strlen(directory) + 1;
        file = open_or_exit(path, "r+b");
        fseek(file, 4096 + 65536, SEEK_SET);
        byte = getc(file) ^ 1;
        fseek(file, 4096 + 65536, SEEK_SET);
        putc(byte, file);
        fclose(file);
        database = granary_open(directory, NULL, message);
        for (uint64_t rank = 0; database != NULL && rank < size;) {
            int value, right;
            granary_value(expected, GRANARY_SCORES, layer, rank, &right, NULL);
            if (granary_value(database, GRANARY_SCORES, layer, rank, &value, message) == GRANARY_FOUND) {
                wrong += value != right;
                found++;
                rank++;
            } else
                rank += 997; /* each refusal takes a reading of the chunk */
        }
        check(wrong == 0, directory, "a wrong value instead of an error");
        check(found > 0 && found < size, directory, "nothing or everything was refused");
        check(strstr(message, name) != NULL && strstr(message, "chunk 1,") != NULL
            && strstr(message, "granary repair") != NULL, directory, message);
        granary_close(database);
        remove_all(directory);
    }
    granary_close(expected);
}

/* The scores of a database that is not solved are made up. */
static void check_database(const char *directory, int is_solved)
{
    char path[4096], message[GRANARY_MESSAGE];
    const char *why;
    granary *database = granary_open(directory, NULL, message);

    check(database != NULL, directory, message);
    if (database == NULL)
        return;
    check_table(database, join(path, directory, "positions.tsv"), is_solved);
    granary_close(database);
    check(strcmp(found_by(directory, &why), "nothing") == 0, directory, "a wrong checksum");
    check_damage(directory);
}

/* What a thread does, so that several do it at once. */
static void *read_in_thread(void *database)
{
    return read_values(database, 101, NULL) == GRANARY_FOUND ? NULL : database;
}

static void check_threads(const char *conformance)
{
    char path[4096], message[GRANARY_MESSAGE];
    granary *database = granary_open(join(path, conformance, "awari-3-olympiad"), NULL, message);
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, read_in_thread, database) != 0)
            exit(2);
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        check(failed == NULL, path, "a thread could not read");
    }
    granary_close(database);
}

static void check_same_scores(const char *original, const char *directory)
{
    char message[GRANARY_MESSAGE];
    granary *expected = granary_open(original, NULL, message), *database = granary_open(directory, NULL, message);
    int is_same = expected != NULL && database != NULL && granary_has(database, GRANARY_SCORES, 2);

    for (int layer = 0; is_same && layer <= granary_last_layer(database); layer++)
        if (granary_has(database, GRANARY_SCORES, layer))
            for (uint64_t rank = 0; rank < granary_size(database, layer); rank++) {
                int right, value;
                granary_value(expected, GRANARY_SCORES, layer, rank, &right, NULL);
                is_same &= granary_value(database, GRANARY_SCORES, layer, rank, &value, NULL) == GRANARY_FOUND
                    && value == right;
            }
    check(is_same, directory, "other scores than the original's");
    granary_close(expected);
    granary_close(database);
}

static void check_hostile(const char *conformance)
{
    char original[4096], hostile[4096], path[4096], line[1000], *fields[7];
    FILE *table = open_or_exit(join(path, join(hostile, conformance, "hostile"), "reasons.tsv"), "r");
    int rows = 0;

    read_row(table, line, fields);
    for (; read_row(table, line, fields) > 0; rows++) {
        char directory[20];
        const int by_digest = strcmp(fields[3], "digest") == 0;
        const char *expected = by_digest ? "nothing" : fields[3], *why, *found;

        make_directory(directory);
        lay_out(join(original, conformance, fields[1]), directory, fields[2], join(path, hostile, fields[0]));
        found = found_by(directory, &why);
        check(strcmp(found, expected) == 0, fields[0], found);
        check(by_digest || strcmp(why, strncmp(fields[1], "awari", 5) == 0 ? fields[4] : "unsupported") == 0, fields[0], why);
        if (strcmp(fields[3], "nothing") == 0 || (strcmp(fields[3], "digest") == 0 && strstr(fields[2], "compressed") != NULL))
            check_same_scores(original, directory);
        remove_all(directory);
    }
    fclose(table);
    check(rows > 0, hostile, "no rows");
}

/* What is given, missing or refused beside damage. */
static void check_lookups(const char *conformance)
{
    char directory[4096], path[4096], line[1000], *fields[7], message[GRANARY_MESSAGE];
    granary *database = granary_open(join(directory, conformance, "awari-2-strict-damaged"), NULL, message);
    FILE *table = open_or_exit(join(path, directory, "lookups.tsv"), "r");

    check(database != NULL, directory, message);
    read_row(table, line, fields);
    while (database != NULL && read_row(table, line, fields) > 0) {
        int board[GRANARY_PITS], pits = read_board(fields[1], board), score;
        enum granary_result result = granary_score(database, board, pits, &score, NULL);
        char text[20];

        snprintf(text, sizeof text, "%d", score);
        check(strcmp(fields[3], result == GRANARY_FOUND ? text : word(result)) == 0, path, fields[2]);
    }
    fclose(table);
    granary_close(database);
}

/* Files that are no files, in the place of each kind. */
static void check_irregular(const char *conformance)
{
    static const char *names[] = {"granary.manifest", "layer-001.granary", "layer-001.distances.granary"};

    for (int i = 0; i < 12; i++) {
        char original[4096], path[4096], directory[20], message[GRANARY_MESSAGE] = "";
        granary *database;
        const char *name = names[i / 4], *why;
        const char *expected = i % 4 != 0 ? "unreadable" : i == 0 ? "unsupported" : "-"; /* some layers may be copied alone */

        make_directory(directory);
        join(original, conformance, "awari-4-strict");
        lay_out(original, directory, "granary.manifest", join(path, original, "granary.manifest"));
        remove(join(path, directory, name));
        if ((i % 4 == 1 && mkdir(path, 0777) != 0) || (i % 4 == 2 && mkfifo(path, 0666) != 0)
            || (i % 4 == 3 && symlink(name, path) != 0))
            exit(2);
        found_by(directory, &why);
        check(strcmp(why, expected) == 0, name, "missing, a directory, a pipe or a link to itself");
        database = granary_open(directory, NULL, message);
        check(i != 4 || (!granary_has(database, GRANARY_SCORES, 1) && granary_has(database, GRANARY_SCORES, 2)), name, "a gap");
        check(i != 4 || (granary_score(database, (int[8]){1}, 8, &(int){0}, message) == GRANARY_MISSING
            && strstr(message, "not there") != NULL), name, message);
        check((i % 4 != 1 && i % 4 != 2) || strstr(message, "not a regular file") != NULL, name, message);
        granary_close(database);
        remove(path);
        remove_all(directory);
    }
}

/* What is no board, or not in the database. */
static void check_mistakes(const char *conformance)
{
    static const int negative[6] = {1, -1}, not_there[6] = {58}, too_many[6] = {59};
    static const int greatest[6] = {2147483647, 2147483647};
    char path[4096], message[GRANARY_MESSAGE];
    granary *database = granary_open(join(path, conformance, "awari-3-abapa"), NULL, message);
    granary_move moves[GRANARY_PITS / 2];
    int value, count;

    check(granary_open(join(path, conformance, "nowhere"), NULL, message) == NULL, path, "was opened");
    check(granary_score(database, negative, 6, &value, NULL) == GRANARY_NOT_BOARD, path, "negative");
    check(granary_score(database, too_many, 6, &value, NULL) == GRANARY_NOT_BOARD, path, "too many seeds");
    check(granary_score(database, greatest, 6, &value, NULL) == GRANARY_NOT_BOARD, path, "far too many seeds");
    check(granary_score(database, not_there, 5, &value, NULL) == GRANARY_NOT_BOARD, path, "5 pits");
    check(granary_score(database, not_there, 6, &value, NULL) == GRANARY_MISSING, path, "58 seeds");
    check(granary_score(database, not_there, 6, &value, message) == GRANARY_MISSING
        && strstr(message, "no scores of layer 58") != NULL, path, message);
    check(granary_moves(database, not_there, 6, moves, &count, NULL) == GRANARY_MISSING && count == 1, path, "moves");
    check(granary_moves(database, too_many, 6, moves, &count, NULL) == GRANARY_NOT_BOARD && count == 0, path, "moves");
    check(granary_distance(database, negative + 2, 4, &value, NULL) == GRANARY_NOT_BOARD, path, "4 pits");
    check(!granary_has(database, GRANARY_SCORES, -1) && !granary_has(database, GRANARY_SCORES, 1000), path, "layer");
    check(granary_size(database, -1) == 0 && granary_size(database, 59) == 0 && granary_size(database, 58) > 0, path, "size");
    granary_close(database);
}

int main(int count, char **arguments)
{
    const char *conformance = count > 1 ? arguments[1] : "../../conformance";
    char path[4096], table[4096], message[GRANARY_MESSAGE] = "was opened";
    DIR *directories = opendir(conformance);
    int databases = 0;

    for (struct dirent *one; directories != NULL && (one = readdir(directories)) != NULL;)
        if (access(join(table, join(path, conformance, one->d_name), "positions.tsv"), R_OK) == 0) {
            if (strncmp(one->d_name, "awari-", 6) == 0)
                check_database(path, 1);
            else
                check(granary_open(path, NULL, message) == NULL && strstr(message, "the game is not awari") != NULL, path, message);
            databases++;
        }
    if (directories != NULL)
        closedir(directories);
    check(databases > 0, conformance, "no databases");
    for (int i = 2; i < count; i++)
        check_database(arguments[i], 0);
    check_threads(conformance);
    check_hostile(conformance);
    check_lookups(conformance);
    check_irregular(conformance);
    check_mistakes(conformance);
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0;
}
