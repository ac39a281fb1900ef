package granary.explorer.api;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.database.Database;
import granary.database.DistanceTable;
import granary.database.ScoredMove;
import granary.format.ScoreTable;
import granary.game.Game;
import granary.games.ShortestPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Finds positions worth looking at. Begins at a random place of a layer, and gives up after a bounded search. */
final class Examples {
    /** Positions that are tried one by one, with their moves. */
    private static final int MAX_TRIALS = 20_000;

    private static final int CHUNK = 4096;
    /** Fewer moves than this are hardly a choice. */
    private static final int CHOICE = 3;

    /** What an example shows. */
    enum Kind {
        /** Any position. */
        RANDOM,
        /** A position with the longest distance of the layer. */
        LONGEST,
        /** A position with a given score. */
        SCORE,
        /** Whoever is to move would rather not: either side scores less with the move than without. */
        ZUGZWANG,
        /** Of three moves or more a single one keeps the win or the draw, or is on the shortest path. */
        ONLY_MOVE;

        /** Returns the word in URLs. */
        String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * Returns the kind of a word.
         *
         * @throws Problem that lists the words when it is none
         */
        static Kind of(String id, Database database) {
            return kinds(database).stream()
                    .filter(kind -> kind.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.badRequest("no kind '" + id + "' of example; the kinds are "
                            + String.join(
                                    ", ", kinds(database).stream().map(Kind::id).toList())));
        }
    }

    private final Database database;
    private final Game game;
    private final int layer;
    private final long positions;
    private final RandomGenerator random;

    /** Makes a search in a layer that the database holds. */
    Examples(Database database, int layer, RandomGenerator random) {
        this.database = database;
        this.game = database.game();
        this.layer = layer;
        this.positions = game.size(layer);
        this.random = random;
    }

    /** Returns the kinds that make sense in a database. */
    static List<Kind> kinds(Database database) {
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        boolean tellsDistance = database.game().scoring().tellsDistance();
        if (!tellsDistance && database.distanceLayers().isEmpty()) {
            kinds.remove(Kind.LONGEST);
        }
        if (!(database.game() instanceof Awari)) {
            kinds.remove(Kind.ZUGZWANG);
        }
        return kinds;
    }

    /** Returns a position, or empty when none was found. */
    Optional<int[]> find(Kind kind, int score) {
        return switch (kind) {
            case RANDOM -> Optional.of(position(random.nextLong(positions)));
            case LONGEST -> longest();
            case SCORE -> scan(database.table(layer)::scores, value -> value == score);
            case ZUGZWANG -> tryOut(this::isZugzwang);
            case ONLY_MOVE -> tryOut(this::hasOnlyMove);
        };
    }

    private Optional<int[]> longest() {
        if (!game.scoring().tellsDistance()) {
            DistanceTable distances = database.distances(layer);
            return scan(distances::distances, value -> value == distances.longest());
        }
        int[] longest = {0};
        ScoreTable scores = database.table(layer);
        scan(scores::scores, value -> {
            longest[0] = Math.max(longest[0], Math.abs(value));
            return false;
        });
        return scan(scores::scores, value -> Math.abs(value) == longest[0]);
    }

    /** Reads values one after another. */
    @FunctionalInterface
    private interface Source {
        void read(long offset, int count, int[] target, int at);
    }

    private Optional<int[]> scan(Source source, IntPredicate wanted) {
        long start = random.nextLong(positions);
        int[] chunk = new int[CHUNK];
        long enough = Math.min(positions, Distributions.MAX_POSITIONS);
        for (long done = 0; done < enough; ) {
            long offset = (start + done) % positions;
            int size = (int) Math.min(CHUNK, positions - offset);
            source.read(offset, size, chunk, 0);
            for (int i = 0; i < size; i++) {
                if (wanted.test(chunk[i])) {
                    return Optional.of(position(offset + i));
                }
            }
            done += size;
        }
        return Optional.empty();
    }

    private Optional<int[]> tryOut(Predicate<int[]> wanted) {
        for (int i = 0; i < MAX_TRIALS; i++) {
            int[] position = position(random.nextLong(positions));
            if (wanted.test(position)) {
                return Optional.of(position);
            }
        }
        return Optional.empty();
    }

    private int[] position(long offset) {
        int[] position = new int[game.cells()];
        game.unrank(layer, offset, position);
        return position;
    }

    private boolean isZugzwang(int[] position) {
        int[] turned = new int[position.length];
        Sowing.rotate(position, turned);
        return Sowing.moversSeeds(position) > 0
                && Sowing.opponentsSeeds(position) > 0
                && database.score(position) + database.score(turned) < 0;
    }

    private boolean hasOnlyMove(int[] position) {
        List<ScoredMove> moves = database.moves(position);
        if (moves.size() < CHOICE) {
            return false;
        }
        ScoredMove first = moves.get(0);
        ScoredMove second = moves.get(1);
        return game.scoring() instanceof ShortestPath
                ? first.score() != second.score()
                : Category.of(game, first.score()) != Category.of(game, second.score());
    }
}
