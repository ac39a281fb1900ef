package granary.exchange.oware;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.command.kit.TextFile;
import granary.database.Database;
import granary.exchange.ForeignLayers;
import granary.format.FileDigest;
import granary.game.Game;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The published solution of oware: a directory with its files, or a list of their digests.
 *
 * @param path the directory, or the list as {@code sha256sum} writes it
 * @param digests the listed digests by layer; empty if the path is a directory
 */
public record OwareSolution(Path path, Map<Integer, String> digests) implements ForeignLayers {
    private static final Pattern NAME = Pattern.compile("oware_n(\\d{3})\\.lh");
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](?:.*/)?" + NAME);

    /**
     * Reads a list of digests. Lines that name other files are passed over.
     *
     * @throws InvalidRequestException when it lists no layer
     * @throws IOException when it cannot be read
     */
    public static OwareSolution ofList(Path list) throws IOException {
        SortedMap<Integer, String> digests = new TreeMap<>();
        for (String line : TextFile.lines(list)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                digests.put(Integer.valueOf(matcher.group(2)), matcher.group(1));
            }
        }
        if (digests.isEmpty()) {
            throw new InvalidRequestException(
                    list + " has no line of sha256sum for a file of the solution of oware, such as " + fileName(12));
        }
        return new OwareSolution(list, digests);
    }

    /** Returns the solution in a directory, or null if it has no file of it. */
    public static OwareSolution ofDirectory(Path directory) throws IOException {
        OwareSolution solution = new OwareSolution(directory, Map.of());
        return solution.layers().isEmpty() ? null : solution;
    }

    private static String fileName(int seeds) {
        return OwareFile.FORMAT.fileName(seeds, false).orElseThrow();
    }

    /** Refuses another game. */
    static void checkGame(Game game) {
        ForeignLayers.requireGame("the solution of oware", OwareFile.GAME, game);
    }

    /** Returns the exception for bounds that a database does not hold, of all layers or of those named. */
    static InvalidRequestException missing(Database database, String ofLayers) {
        return new InvalidRequestException(
                database.where() + " holds no bounds" + ofLayers + "; compute them: granary build --bounds");
    }

    @Override
    public String unit() {
        return "layer";
    }

    @Override
    public SortedSet<Integer> layers() throws IOException {
        return digests.isEmpty() ? ForeignLayers.layers(path, NAME) : new TreeSet<>(digests.keySet());
    }

    @Override
    public SortedSet<Integer> layersOf(Database database) {
        checkGame(database.game());
        if (database.boundsLayers().isEmpty()) {
            throw missing(database, "");
        }
        return database.boundsLayers().headSet(OwareFile.MAX_SEEDS + 1);
    }

    @Override
    public Findings compare(Database database, int layer, int threads, Monitor monitor) throws IOException {
        MessageDigest digest = FileDigest.sha256();
        new OwareFile(layer)
                .content(database.pairs(layer), threads, monitor)
                .writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        String ours = HexFormat.of().formatHex(digest.digest());
        String theirs = digests.containsKey(layer) ? digests.get(layer) : digest(path.resolve(fileName(layer)));
        return ours.equals(theirs)
                ? new Findings(0, List.of("  agrees, SHA-256 " + ours))
                : new Findings(1, List.of("  differs, SHA-256", "    theirs " + theirs, "    ours   " + ours));
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest = FileDigest.sha256();
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
