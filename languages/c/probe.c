/* Prints what a database says of a board: ./probe DIRECTORY 1 0 0 2 0 1 0 2 0 0 1 2 */
#include "granary.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Parses a number of seeds. Returns 0 for a word that is none. */
static int take_seeds(const char *word, int *seeds)
{
    char *end;
    const long number = strtol(word, &end, 10);

    *seeds = (int)number;
    return end != word && *end == '\0' && number >= 0 && number <= INT_MAX;
}

int main(int count, char **arguments)
{
    char message[GRANARY_MESSAGE] = "name a directory and a board";
    int board[GRANARY_PITS], pits = 0, score, distance, move_count = 0, exit_code = 1;
    granary_move moves[GRANARY_PITS / 2];
    granary_bounds bounds;
    granary *database = NULL;

    while (pits < GRANARY_PITS && pits + 2 < count && take_seeds(arguments[pits + 2], &board[pits]))
        pits++;
    if (pits + 2 < count)
        snprintf(message, sizeof message, "'%.99s' %s", arguments[pits + 2],
            pits < GRANARY_PITS ? "is not a number of seeds" : "comes after the last pit of any board");
    else if (count > 1)
        database = granary_open(arguments[1], NULL, message);
    if (database != NULL && granary_score(database, board, pits, &score, message) == GRANARY_FOUND
        && granary_moves(database, board, pits, moves, &move_count, message) == GRANARY_FOUND) {
        printf("score %d\n", score);
        if (granary_distance(database, board, pits, &distance, NULL) == GRANARY_FOUND)
            printf("distance %d\n", distance);
        if (granary_find_bounds(database, board, pits, &bounds, NULL) == GRANARY_FOUND)
            printf("bounds %d %d\n", bounds.least, bounds.most);
        for (int i = 0; i < move_count; i++)
            printf("move %d captures %d score %d\n", moves[i].pit, moves[i].captured, moves[i].score);
        exit_code = 0;
    } else
        fprintf(stderr, "probe: %s\n", message);
    granary_close(database);
    return exit_code;
}
