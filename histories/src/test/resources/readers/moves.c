/* Prints the moves of boards: ./moves DIRECTORY FILE, a board a line. OtherLanguagesTest compares them with its own. */
#include "granary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    char message[GRANARY_MESSAGE], line[1000];
    granary *database = count == 3 ? granary_open(arguments[1], NULL, message) : NULL;
    FILE *boards = database == NULL ? NULL : fopen(arguments[2], "r");

    if (boards == NULL)
        return 1;
    while (fgets(line, sizeof line, boards) != NULL) {
        int board[GRANARY_PITS], pits = 0, found = 0;
        granary_move moves[GRANARY_PITS / 2];
        enum granary_result result;

        for (char *word = strtok(line, " \n"); word != NULL && pits < GRANARY_PITS; word = strtok(NULL, " \n"))
            board[pits++] = atoi(word);
        result = granary_moves(database, board, pits, moves, &found, message);
        if (result == GRANARY_DAMAGED) {
            fprintf(stderr, "%s\n", message);
            return 1;
        }
        for (int i = 0; i < found; i++) {
            printf("%s%d:%d:", i == 0 ? "" : "; ", moves[i].pit, moves[i].captured);
            for (int pit = 0; pit < pits; pit++)
                printf(pit == 0 ? "%d" : " %d", moves[i].board[pit]);
            if (result == GRANARY_FOUND)
                printf(":%d:%d", moves[i].score, moves[i].distance);
        }
        printf(found == 0 ? "none\n" : "\n");
    }
    fclose(boards);
    granary_close(database);
    return 0;
}
