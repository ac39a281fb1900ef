package granary.browser;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.storage.MemorySource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSFunctor;
import org.teavm.jso.JSObject;
import org.teavm.jso.core.JSPromise;
import org.teavm.jso.core.JSUndefined;
import org.teavm.jso.typedarrays.Int8Array;

/**
 * The entry points for the worker of a page: one database and its engine. First {@link #put} each file, or {@link #begin} without files; then
 * {@link #open}; then {@link #search}, one at a time.
 */
public final class BrowserEngine {
    private static final Map<String, byte[]> FILES = new HashMap<>();

    /** For each kind of search: none can be stopped before its first depth, which takes long until the browser has compiled it. */
    private static final int WARM_UP_MILLIS = 100;

    private static final Map<Engine.Aim, Engine> ENGINES = new EnumMap<>(Engine.Aim.class);
    private static Database database;
    private static int megabytes;

    private BrowserEngine() {}

    /** TeaVM asks for one; a page calls the others. */
    public static void main(String[] args) {}

    /** Is called with what a search has found: the members of a {@link Report}. */
    @JSFunctor
    public interface Listener extends JSObject {
        /**
         * Takes what a depth found, or the whole search in the end. A bound is 1 for a score that is one, else 0. Lines follow one another,
         * each behind its length.
         */
        void found(
                int depth,
                boolean isExact,
                double nodes,
                double probes,
                double millis,
                int[] moves,
                int[] scores,
                int[] bounds,
                int[] lines);
    }

    /** Is asked every few hundred positions whether to stop. */
    @JSFunctor
    public interface Stop extends JSObject {
        /** Returns whether to stop; takes the positions that were visited so far. */
        boolean isAsked(double nodes);
    }

    /** Begins a database of awari without layers. */
    @JSExport
    public static JSPromise<JSUndefined> begin(int pits, String rules) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("pits", Integer.toString(pits));
        parameters.put("rules", rules);
        return JSPromise.runAsync(() -> FILES.put(
                Manifest.FILE_NAME, Manifest.empty("awari", parameters).toBytes()));
    }

    /** Takes a file of the database: the manifest, or a layer. */
    @JSExport
    public static JSPromise<JSUndefined> put(String name, Int8Array bytes) {
        return JSPromise.runAsync(() -> FILES.put(name, bytes.copyToJavaArray()));
    }

    /**
     * Opens the database with the layers whose files are there, and forgets the files.
     *
     * @param tables megabytes for the tables of each of the two kinds of search
     */
    @JSExport
    public static JSPromise<JSUndefined> open(int tables) {
        return JSPromise.runAsync(() -> {
            Listing listing = new Listing(new MemorySource(FILES));
            List<Integer> layers = listing.manifest().files(FileKind.SCORES).keySet().stream()
                    .filter(layer -> FILES.containsKey(FileKind.SCORES.fileName(layer)))
                    .toList();
            database = Database.open(listing, OpenOptions.DEFAULT.withLayers(layers));
            megabytes = tables;
            Awari awari = (Awari) database.game();
            awari.opening().ifPresent(position -> {
                PlayedGame game = new PlayedGame(awari, position);
                engine(true).warmUp(game, WARM_UP_MILLIS);
                engine(false).warmUp(game, WARM_UP_MILLIS);
            });
            FILES.clear();
        });
    }

    /**
     * Searches.
     *
     * @param position a position as {@link OwareNotation} writes it
     * @param moves the letters of the moves that were played from there
     * @param isToWin whether to search for the best move only, or else to score all moves
     * @param depth the most moves to look ahead
     * @param millis the most milliseconds
     * @param nodes the most positions to visit
     */
    @JSExport
    public static JSPromise<JSUndefined> search(
            String position,
            String moves,
            boolean isToWin,
            int depth,
            double millis,
            double nodes,
            Stop stop,
            Listener listener) {
        return JSPromise.runAsync(() -> {
            PlayedGame played = OwareNotation.anyPosition((Awari) database.game(), position);
            OwareNotation.play(played, moves);
            Engine.Run run = engine(isToWin).prepare(played, new Limits(depth, (long) millis, (long) nodes));
            run.pauseBy(() -> {
                if (stop.isAsked(run.nodes())) {
                    run.stop();
                }
            });
            tell(listener, run.search(report -> tell(listener, report)));
        });
    }

    private static Engine engine(boolean isToWin) {
        return ENGINES.computeIfAbsent(
                isToWin ? Engine.Aim.WIN : Engine.Aim.SCORE_ALL_MOVES, aim -> new Engine(database, aim, megabytes));
    }

    private static void tell(Listener listener, Report report) {
        listener.found(
                report.depth(),
                report.isExact(),
                report.nodes(),
                report.probes(),
                report.nanos() / 1e6,
                report.moves().stream().mapToInt(Report.RatedMove::move).toArray(),
                report.moves().stream().mapToInt(Report.RatedMove::score).toArray(),
                report.moves().stream().mapToInt(move -> move.isBound() ? 1 : 0).toArray(),
                report.moves().stream()
                        .flatMapToInt(move -> IntStream.concat(
                                IntStream.of(move.line().size()),
                                move.line().stream().mapToInt(Integer::intValue)))
                        .toArray());
    }
}
