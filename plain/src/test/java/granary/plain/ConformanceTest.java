package granary.plain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.plain.Rules.Move;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The executable specification agrees with the files of {@code conformance/}. */
class ConformanceTest {
    private static final Path ROOT = Path.of("..", "conformance");

    @Test
    void boardsHaveTheMovesThatWereWorkedOutByHand() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("awari-moves.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t", -1);
            int[] board =
                    Stream.of(row[1].split(" ")).mapToInt(Integer::parseInt).toArray();
            for (Rules rules : Rules.values()) {
                if (List.of("all", rules.name().toLowerCase(Locale.ROOT)).contains(row[0])) {
                    assertEquals(row[3], describe(rules, board), () -> rules + ": " + line);
                }
            }
        }
    }

    private static String describe(Rules rules, int... board) {
        List<Move> moves = rules.moves(board);
        return moves.isEmpty()
                ? "none: " + rules.scoreWithoutMove(board)
                : moves.stream()
                        .map(move -> move.pit() + ":" + move.captured() + ":"
                                + Arrays.stream(move.board())
                                        .mapToObj(Integer::toString)
                                        .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource({
        "awari-2-abapa, ABAPA, 2, 9",
        "awari-2-strict-compressed, STRICT, 2, 10",
        "awari-3-abapa, ABAPA, 3, 5",
        "awari-3-abapa-compressed, ABAPA, 3, 7",
        "awari-4-strict, STRICT, 4, 4",
        "awari-6-olympiad, OLYMPIAD, 6, 3",
        "awari-6-olympiad-compressed, OLYMPIAD, 6, 3",
    })
    void theFilesAreMadeAgainFromTheRulesAlone(String database, Rules rules, int pits, int seeds) throws IOException {
        Path directory = ROOT.resolve(database);
        List<String> manifest = Files.readAllLines(directory.resolve("granary.manifest"));
        Scores scores = new Scores(rules, pits, seeds);
        Distances distances = new Distances(scores);
        Bounds bounds = new Bounds(rules, pits, seeds);
        String parent = Header.NOTHING;
        String boundsParent = Header.NOTHING;
        for (int layer = 0; layer <= seeds; layer++) {
            byte[] file = LayerFile.ofScores(scores, layer, parent);
            Path compressed = directory.resolve("layer-%03d.compressed.granary".formatted(layer));
            if (Files.exists(compressed)) {
                compareCompressed(Files.readAllBytes(compressed), scores, layer, Checksums.digest(file), parent);
            }
            parent = compare(
                    directory, "layer-%03d.granary".formatted(layer), file, scores.layer(layer), "scores", manifest);
            compare(
                    directory,
                    "layer-%03d.distances.granary".formatted(layer),
                    LayerFile.ofDistances(distances, layer, parent),
                    distances.layer(layer),
                    "distances",
                    manifest);
            boundsParent = compare(
                    directory,
                    "layer-%03d.bounds.granary".formatted(layer),
                    LayerFile.ofBounds(bounds, layer, boundsParent),
                    bounds.layer(layer),
                    "bounds",
                    manifest);
        }
    }

    /** Compares a file that may be missing, what it reads as, and the manifest's line of it; returns its digest. */
    private static String compare(
            Path directory, String name, byte[] file, int[] values, String word, List<String> manifest)
            throws IOException {
        String digest = Checksums.digest(file);
        if (Files.exists(directory.resolve(name))) {
            assertArrayEquals(Files.readAllBytes(directory.resolve(name)), file, name);
            assertArrayEquals(values, LayerFile.read(file), name);
            String line = word + " " + Header.read(file).layer() + " " + file.length + " " + digest;
            assertEquals(1, manifest.stream().filter(line::equals).count(), line);
        }
        return digest;
    }

    /** Reads a compressed file, and compresses the layer once more with its model. */
    private static void compareCompressed(byte[] bytes, Scores scores, int layer, String source, String parent) {
        CompressedFile file = CompressedFile.read(bytes);
        assertArrayEquals(bytes, file.bytes());
        int[] read = read(file, scores, layer);
        assertArrayEquals(scores.layer(layer), read);
        CompressedFile.Fields fields = file.fields;
        assertEquals(source + parent, fields.source() + fields.parent());
        assertArrayEquals(bytes, CompressedFile.of(fields, file.network(), read).bytes());
    }

    private static int[] read(CompressedFile file, Scores scores, int layer) {
        int[] digits = file.digits();
        return Boards.all(2 * scores.pits, layer).stream()
                .mapToInt(board -> file.score(board, digits, scores::score))
                .toArray();
    }

    @Test
    void lookupsBesideDamageGiveWhatTheirTableSays() throws IOException {
        Path directory = ROOT.resolve("awari-2-strict-damaged");
        Scores scores = new Scores(Rules.STRICT, 2, 9);
        Map<Integer, byte[]> files = new HashMap<>();
        Set<Integer> whole = new HashSet<>();
        for (int layer = 0; layer <= scores.seeds(); layer++) {
            for (String name : List.of("layer-%03d.granary", "layer-%03d.compressed.granary")) {
                Path file = directory.resolve(name.formatted(layer));
                if (Files.exists(file)) {
                    files.put(layer, Files.readAllBytes(file));
                }
            }
            if (files.containsKey(layer) && isWhole(files.get(layer), scores, layer)) {
                whole.add(layer);
            }
        }
        List<String> lines = Files.readAllLines(directory.resolve("lookups.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t", -1);
            int[] board =
                    Stream.of(row[1].split(" ")).mapToInt(Integer::parseInt).toArray();
            assertEquals(row[3], lookUp(board, scores, files, whole), line);
        }
    }

    /** A file that is whole has the scores. */
    private static boolean isWhole(byte[] file, Scores scores, int layer) {
        try {
            boolean isPacked = file[28] == Header.SCORES;
            assertArrayEquals(
                    scores.layer(layer),
                    isPacked ? LayerFile.read(file) : read(CompressedFile.read(file), scores, layer));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String lookUp(int[] board, Scores scores, Map<Integer, byte[]> files, Set<Integer> whole) {
        int layer = Rules.seeds(board);
        byte[] file = files.get(layer);
        if (file == null) {
            return "missing";
        }
        boolean isCompressed = file[28] == 3;
        Set<String> needed = new HashSet<>();
        if (isCompressed && !Inputs.isStored(board)) {
            scores.rules.moves(board).forEach(move -> needed.add(lookUp(move.board(), scores, files, whole)));
        } else if (!whole.contains(layer)) {
            needed.add("damaged");
        }
        return Stream.of("missing", "damaged")
                .filter(needed::contains)
                .findFirst()
                .orElse(Integer.toString(scores.score(board)));
    }

    @Test
    void distancesOfTheGreatestRadixAreWrittenAsTheyAreRead() throws IOException {
        Distances distances = new Distances(new Scores(Rules.OLYMPIAD, 2, 4));
        for (int layer = 0; layer <= 4; layer++) {
            Path path = ROOT.resolve("awari-2-olympiad").resolve("layer-%03d.distances.granary".formatted(layer));
            byte[] file = Files.readAllBytes(path);
            assertEquals(new Packing(65536, 3, 48), Header.read(file).packing());
            assertArrayEquals(distances.layer(layer), LayerFile.read(file));
            assertArrayEquals(file, LayerFile.write(Header.read(file), distances.layer(layer)));
        }
    }

    @Test
    void aFileOfManyChunksIsWrittenAsItIsRead() throws IOException {
        byte[] file = Files.readAllBytes(ROOT.resolve("awari-3-olympiad").resolve("layer-041.granary"));
        assertArrayEquals(file, LayerFile.write(Header.read(file), LayerFile.read(file)));
        file[file.length / 2] ^= 1;
        assertThrows(IllegalArgumentException.class, () -> LayerFile.read(file));
        assertArrayEquals(new int[] {0, 3}, Boards.board(2, 3, 0));
    }

    @Test
    void boardsStandInTheOrderOfTheirRanks() {
        for (int[] kind : new int[][] {{4, 9}, {6, 5}, {12, 4}, {16, 3}, {7, 0}}) {
            int[] before = null;
            for (long rank = 0; rank < Boards.count(kind[0], kind[1]); rank++) {
                int[] board = Boards.board(kind[0], kind[1], rank);
                assertEquals(kind[1], Rules.seeds(board));
                assertEquals(rank, Boards.rank(board));
                assertEquals(-1, before == null ? -1 : compareFromTheEnd(before, board));
                before = board;
            }
        }
    }

    private static int compareFromTheEnd(int[] before, int[] after) {
        int pit = before.length - 1;
        while (before[pit] == after[pit]) {
            pit--;
        }
        return before[pit] > after[pit] ? -1 : 1;
    }
}
