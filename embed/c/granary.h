/*
 * Reads Granary databases: scores, and distances to conversion, of boards of awari.
 *
 *     char message[GRANARY_MESSAGE];
 *     int score, board[12] = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2};
 *     granary *database = granary_open("db", message);
 *     if (database == NULL)
 *         fprintf(stderr, "%s\n", message);
 *     else if (granary_score(database, board, 12, &score) == GRANARY_FOUND)
 *         printf("%d\n", score);
 *     granary_close(database);
 *
 * C99 and POSIX (open, mmap). Files are mapped; any number of threads may share an open database, and nothing is
 * allocated but by granary_open. format-spec.md describes the files.
 */
#ifndef GRANARY_H
#define GRANARY_H

#include <stdint.h>

enum granary_quantity { GRANARY_SCORES = 1, GRANARY_DISTANCES = 2 };

enum granary_result {
    GRANARY_FOUND,
    GRANARY_MISSING,  /* the database does not have the board's layer */
    GRANARY_NOT_BOARD /* not a board of as many pits and of as many seeds as a database may have */
};

typedef struct granary granary;

/* The bytes that a message takes, with the zero at its end. */
#define GRANARY_MESSAGE 512

/*
 * Opens a database with all its files. Returns NULL, and why in message, when a file is damaged, of another version or
 * unknown game, or does not belong to the others.
 */
granary *granary_open(const char *directory, char message[GRANARY_MESSAGE]);

/* Lets go of a database; of NULL nothing. */
void granary_close(granary *database);

/* The game with its parameters, such as "awari pits=6 rules=olympiad". */
const char *granary_identity(const granary *database);

/* The most seeds that a board may have, and the number of boards of some seeds, from 0 to those. */
int granary_last_layer(const granary *database);
uint64_t granary_size(const granary *database, int layer);

/* Whether the database has a quantity of a layer, which may be any number: 1 or 0. */
int granary_has(const granary *database, enum granary_quantity quantity, int layer);

/*
 * The score of a board for the mover, or its distance to conversion in plies. A board is the seeds in all pits, the
 * mover's first, in the order of sowing.
 */
enum granary_result granary_score(const granary *database, const int *board, int pits, int *score);
enum granary_result granary_distance(const granary *database, const int *board, int pits, int *distance);

/* Finds the layer of a board, its seeds, and its offset there. Returns 1, or 0 when it is no board as above. */
int granary_locate(const granary *database, const int *board, int pits, int *layer, uint64_t *offset);

/* The value at an offset below granary_size of a layer that the database has. */
int granary_value(const granary *database, enum granary_quantity quantity, int layer, uint64_t offset);

/*
 * Reads the file of a layer that the database has, and compares its blocks with its checksum table. Returns 1, or 0 and
 * why in message. Digests are left to `granary verify`.
 */
int granary_check(const granary *database, enum granary_quantity quantity, int layer, char message[GRANARY_MESSAGE]);

#endif
