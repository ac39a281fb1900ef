package granary.analysis.chexers;

import granary.database.Database;
import granary.games.ShortestPath;

/**
 * A search that knows every distance: A* with a database of the board for an estimate, which expands the sets of one
 * shortest path and no other. The database comes from retrograde breadth-first search over all sets of pieces.
 */
final class DatabaseSearch implements PuzzleSearch {
    private final AStar search;

    /** Makes the search. The database must be of the puzzles' board and hold the layers of their pieces. */
    DatabaseSearch(Database database) {
        this.search = new AStar(game -> position -> {
            int score = database.score(position);
            return score == ShortestPath.UNSOLVABLE ? Heuristic.NEVER : score;
        });
    }

    @Override
    public Solution solve(Puzzle puzzle) {
        return search.solve(puzzle);
    }
}
