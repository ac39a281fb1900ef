package granary.explorer.api;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.format.LayerTable;
import granary.game.Game;
import granary.games.ShortestPath;
import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Finds positions worth looking at. Begins at a random place of a layer, and gives up after a number of positions. */
final class Examples {
    /** Positions that are tried one by one, with their moves. */
    static final int MAX_TRIALS = 20_000;

    /** The most scores of a compressed layer that are looked at: up to some ten microseconds each. */
    private static final long MAX_COMPRESSED = 400_000;

    private static final int RANGE = 4096;
    /** An only move is one of at least this number. */
    private static final int CHOICE = 3;

    /** The property that an example shows. */
    enum Kind {
        /** Any position. */
        RANDOM,
        /** A position with the longest distance of the layer. */
        LONGEST,
        /** A position with a given score. */
        SCORE,
        /** A position with a given distance. */
        DISTANCE,
        /** Neither side wants to move: each scores less when it is to move than when the other is. */
        ZUGZWANG,
        /** A single one of at least three moves keeps the win or the draw, or is on the shortest path. */
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
        static Kind of(String id, ServedDatabase served) {
            return kinds(served).stream()
                    .filter(kind -> kind.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.badRequest("no kind '" + id + "' of example; the kinds are "
                            + String.join(
                                    ", ", kinds(served).stream().map(Kind::id).toList())));
        }
    }

    private final Database database;
    private final Game game;
    private final int layer;
    private final long positions;
    private final Distributions distributions;
    private final Optional<LayerStatistics> counted;
    private final RandomGenerator random;
    /** The most values that are looked at. */
    private final long patience;

    /** Makes a search in a layer that the database holds, which looks at some values at most. */
    Examples(ServedDatabase served, int layer, RandomGenerator random, long patience) {
        this.database = served.database();
        this.game = database.game();
        this.layer = layer;
        this.positions = game.size(layer);
        this.distributions = served.distributions();
        this.counted = distributions.find(layer);
        this.random = random;
        this.patience = patience;
    }

    /** Returns the kinds that make sense in a database. */
    static List<Kind> kinds(ServedDatabase served) {
        Game game = served.game();
        boolean hasDistances = !served.database().distanceLayers().isEmpty();
        return Arrays.stream(Kind.values())
                .filter(kind -> switch (kind) {
                    case LONGEST -> hasDistances || game.scoring().tellsDistance();
                    case DISTANCE -> hasDistances;
                    case ZUGZWANG -> game instanceof Awari;
                    default -> true;
                })
                .toList();
    }

    /**
     * Returns a position.
     *
     * @param value the score or the distance that it is to have; ignored by the other kinds
     * @param goesOn whether to look at more positions
     * @throws Problem that tells whether there is none, or none was found
     */
    int[] find(Kind kind, int value, BooleanSupplier goesOn) {
        return switch (kind) {
            case RANDOM -> position(random.nextLong(positions));
            case LONGEST -> longest(goesOn);
            case SCORE -> valued(database.table(layer), LayerStatistics::scores, "score", value, goesOn);
            case DISTANCE -> valued(database.distances(layer), LayerStatistics::distances, "distance", value, goesOn);
            case ZUGZWANG -> tryOut(this::isZugzwang, "is zugzwang", goesOn);
            case ONLY_MOVE -> tryOut(this::hasOnlyMove, "has an only move", goesOn);
        };
    }

    /** Returns a position with a value. If the layer's counts show that there is none, throws without a search. */
    private int[] valued(
            LayerTable table,
            Function<LayerStatistics, Histogram> histogram,
            String quantity,
            int value,
            BooleanSupplier goesOn) {
        String what = "has the " + quantity + " " + value;
        Histogram known = counted.map(histogram).orElse(null);
        if (known != null && known.count(value) == 0) {
            throw none(positions, what);
        }
        return scan(table, one -> one == value, what, goesOn);
    }

    private int[] longest(BooleanSupplier goesOn) {
        String what = "is the longest";
        if (!game.scoring().tellsDistance()) {
            int longest = database.longestDistance(layer);
            return scan(database.distances(layer), value -> value == longest, what, goesOn);
        }
        LayerStatistics statistics = counted.orElseGet(() -> {
            distributions.requireCountable(layer, patience);
            return distributions.count(layer);
        });
        int longest = statistics.scores().counts().keySet().stream()
                .mapToInt(Math::abs)
                .max()
                .orElseThrow();
        return scan(database.table(layer), value -> Math.abs(value) == longest, what, goesOn);
    }

    /** Returns a position whose value is wanted, from any rank on; the number of values that are read has a limit. */
    private int[] scan(LayerTable table, IntPredicate wanted, String what, BooleanSupplier goesOn) {
        long start = random.nextLong(positions);
        int[] range = new int[RANGE];
        long most = table instanceof CompressedTable ? Math.min(patience, MAX_COMPRESSED) : patience;
        long enough = Math.min(positions, most);
        long done = 0;
        while (done < enough && goesOn.getAsBoolean()) {
            long rank = (start + done) % positions;
            int size = (int) Math.min(Math.min(RANGE, enough - done), positions - rank);
            table.values(rank, size, range, 0);
            for (int i = 0; i < size; i++) {
                if (wanted.test(range[i])) {
                    return position(rank + i);
                }
            }
            done += size;
        }
        throw none(done, what);
    }

    private int[] tryOut(Predicate<int[]> wanted, String what, BooleanSupplier goesOn) {
        boolean isAll = positions <= MAX_TRIALS;
        long start = random.nextLong(positions);
        long tried = 0;
        for (; tried < Math.min(positions, MAX_TRIALS) && goesOn.getAsBoolean(); tried++) {
            int[] position = position(isAll ? (start + tried) % positions : random.nextLong(positions));
            if (wanted.test(position)) {
                return position;
            }
        }
        throw none(tried, what);
    }

    private Problem none(long tried, String what) {
        return Problem.notFound(
                tried == positions
                        ? "no position of layer " + layer + " " + what
                        : "of " + tried + " positions of layer " + layer + " that were tried, none " + what);
    }

    private int[] position(long rank) {
        int[] position = new int[game.cells()];
        game.unrank(layer, rank, position);
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
