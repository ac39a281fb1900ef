/*
 * Reads Granary databases: scores, distances to conversion, and bounds, of boards of awari.
 *
 *     char message[GRANARY_MESSAGE];
 *     int score, board[12] = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2};
 *     granary *database = granary_open("db", NULL, message);
 *     if (database == NULL)
 *         fprintf(stderr, "%s\n", message);
 *     else if (granary_score(database, board, 12, &score, message) == GRANARY_FOUND)
 *         printf("%d\n", score); // -2
 *     else
 *         fprintf(stderr, "%s\n", message);
 *     granary_close(database);
 *
 * C11 and POSIX (open, mmap). Files are mapped; any number of threads may share an open database, and nothing is
 * allocated but by granary_open. The first lookup in a chunk of 64 KiB compares the chunk's checksum, which takes
 * 12 to 50 microseconds. format-spec.md describes the files.
 */
#ifndef GRANARY_H
#define GRANARY_H

#include <stdint.h>

enum granary_quantity { GRANARY_SCORES = 1, GRANARY_DISTANCES = 2, GRANARY_BOUNDS = 4 };

enum granary_result {
    GRANARY_FOUND,
    GRANARY_NOT_BOARD,   /* not a board of this database: another number of pits, or too many seeds */
    GRANARY_MISSING,     /* the database does not have a layer that is needed: build it, or copy its file */
    GRANARY_DAMAGED,     /* a file is damaged, or does not belong there; the message names the part: repair or copy it again */
    GRANARY_UNSUPPORTED, /* no database, or one of another version or game: use another path or program */
    GRANARY_UNREADABLE   /* the operating system does not give a file: try again */
};

/* The bytes that a message takes, with the zero at its end. */
#define GRANARY_MESSAGE 512

/* The most pits of both sides. */
#define GRANARY_PITS 16

/* Stands for a distance that the database does not have. */
#define GRANARY_NO_DISTANCE (-1)

typedef struct granary granary;

/* A legal move with its value for the mover. */
typedef struct {
    int pit; /* 0 is the mover's first */
    int captured;
    int score;               /* including the seeds captured */
    int distance;            /* plies to the next capture or the end of the game, this move included; 0 at score 0 */
    int board[GRANARY_PITS]; /* the board after the move as the opponent sees it, who is to move */
} granary_move;

/* What the mover gets of the seeds on a board, whatever endless play is worth. */
typedef struct {
    int seeds;    /* on the board */
    int least;    /* what the mover can force */
    int most;     /* what the opponent cannot force; one more than the least if an odd seed is shared */
    int is_exact; /* the result is the same whatever endless play is worth */
} granary_bounds;

/* How a game ends for the mover. GRANARY_OPEN: it depends on the position that repeats. */
enum granary_outcome { GRANARY_WIN, GRANARY_LOSS, GRANARY_DRAW, GRANARY_OPEN };

/*
 * Opens a database with all files that are there. Returns NULL, and why in result and message, when a file is damaged, of
 * another version or unknown game, or does not belong to the others, or cannot be read. Both may be NULL.
 */
granary *granary_open(const char *directory, enum granary_result *result, char *message);

/* Closes a database and frees its memory. Does nothing for NULL. */
void granary_close(granary *database);

/* The game with its parameters, such as "awari pits=6 rules=olympiad". */
const char *granary_identity(const granary *database);

/* Return the most seeds that a board may have, and the number of boards with a number of seeds: none with more. */
int granary_last_layer(const granary *database);
uint64_t granary_size(const granary *database, int layer);

/* Returns 1 if the database has a quantity of a layer, otherwise 0. The layer may be any number. */
int granary_has(const granary *database, enum granary_quantity quantity, int layer);

/*
 * The score of a board for the mover, or its distance to conversion in plies. A board is the seeds in all pits, the
 * mover's first, in the order of sowing. When the result is not GRANARY_FOUND, message says why; it may be NULL.
 */
enum granary_result granary_score(const granary *database, const int *board, int pits, int *score, char *message);
enum granary_result granary_distance(
    const granary *database, const int *board, int pits, int *distance, char *message);

/*
 * The bounds of a board. If the database has none of its layer, they are the score if the rules share the seeds of endless play:
 * olympiad and strict. Bounds hold if no earlier position can repeat: at the start of a game, and after a capture.
 */
enum granary_result granary_find_bounds(
    const granary *database, const int *board, int pits, granary_bounds *bounds, char *message);

/* How a game with bounds ends, by the seeds that the mover and the opponent have captured. */
enum granary_outcome granary_find_outcome(const granary_bounds *bounds, int own_store, int opponents_store);

/*
 * Finds the legal moves of a board, best first: by score, then the nearer conversion for the side that gains and the
 * farther one for the side that loses, then by pit. There are at most GRANARY_PITS / 2. When the result is not
 * GRANARY_FOUND, message says why; it may be NULL. With GRANARY_MISSING and GRANARY_DAMAGED the moves are still written,
 * by pit, but their scores and distances mean nothing.
 */
enum granary_result granary_moves(
    const granary *database, const int *board, int pits, granary_move *moves, int *count, char *message);

/* Finds the layer of a board (its number of seeds) and its rank there. Returns 1, or 0 when it is not a board as above. */
int granary_locate(const granary *database, const int *board, int pits, int *layer, uint64_t *rank);

/*
 * Looks up the value at a rank below granary_size, of a layer that the database has. That of bounds is a pair: format-spec.md. Returns GRANARY_FOUND, or
 * GRANARY_DAMAGED and why in message, which may be NULL. Compressed scores are decoded, in 100 microseconds and more; those that are not
 * stored follow from the moves, so that GRANARY_MISSING may be the result when the database lacks a lower layer.
 */
enum granary_result granary_value(const granary *database, enum granary_quantity quantity, int layer, uint64_t rank,
    int *value, char *message);

/*
 * Reads the file of a layer that the database has, and compares all its chunks or pages with their checksums. Returns 1, or 0
 * and why in message, which may be NULL. Only `granary verify` checks digests.
 */
int granary_check(const granary *database, enum granary_quantity quantity, int layer, char *message);

#endif
