/* Prints the score of a board, and its distance where there is one: ./probe DIRECTORY 1 0 0 2 0 1 0 2 0 0 1 2 */
#include "granary.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    char message[GRANARY_MESSAGE];
    int board[16], pits = 0, score, distance, exit_code = 1;
    granary *database = count < 2 ? NULL : granary_open(arguments[1], message);

    while (pits < 16 && pits + 2 < count) {
        board[pits] = atoi(arguments[pits + 2]);
        pits++;
    }
    if (database == NULL)
        fprintf(stderr, "probe: %s\n", count < 2 ? "name a directory and a board" : message);
    else if (granary_score(database, board, pits, &score) == GRANARY_FOUND) {
        printf("score %d\n", score);
        if (granary_distance(database, board, pits, &distance) == GRANARY_FOUND)
            printf("distance %d\n", distance);
        exit_code = 0;
    } else
        fprintf(stderr, "probe: %s has no such board\n", granary_identity(database));
    granary_close(database);
    return exit_code;
}
