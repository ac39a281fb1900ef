package granary.builder.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.builder.account.Account;
import granary.builder.account.LayerSizes;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.database.Solvers;
import granary.builder.file.Disk;
import granary.builder.memory.ProcessMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.ForgetfulDisk;
import granary.builder.testing.Undisturbed;
import granary.builder.verify.Verification;
import granary.builder.verify.Verification.Finding;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.StoringRule;
import granary.sealed.BlockWalk;
import granary.sealed.SealedTable;
import granary.testing.BitFlip;
import granary.testing.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Builds of 3 pits a side, whose layers from {@value #FIRST} on become smaller and are read by the nine layers above. Layers 24 to 31
 * are sealed together.
 */
class SealedBuildTest {
    private static final Awari GAME = new Awari(3, RuleSet.STRICT);
    private static final int FIRST = 30;
    private static final int TOP = FIRST + 11;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    /** All layers with distances, packed. */
    private static Path packed;
    /** The layers to the first that is sealed, packed, and then sealed. */
    private static Path low;

    private static Map<String, String> lowSealed;

    @BeforeAll
    static void buildPacked() throws IOException {
        packed = shared.resolve("packed");
        build(packed, TOP, null, true, BuildListener.SILENT, new Disk());
        low = shared.resolve("low");
        build(low, FIRST, null, false, BuildListener.SILENT, new Disk());
        Path sealed = copyOfLow(shared.resolve("low-sealed"));
        build(sealed, FIRST, BuildListener.SILENT);
        lowSealed = Databases.contents(sealed);
    }

    private static Path copyOfLow(Path directory) throws IOException {
        Undisturbed.copy(low, Files.createDirectory(directory));
        return directory;
    }

    private static void build(
            Path directory, int top, StoringRule rule, boolean distances, BuildListener listener, Disk disk)
            throws IOException {
        LayerSolver solver = solver();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            DatabaseBuild build = new DatabaseBuild(database, solver, new ProcessMemory(), listener);
            if (distances) {
                build.withDistances();
            }
            if (rule != null) {
                build.sealLayers(Sealing.inPlace(database, rule, 2, listener));
            }
            build.run(top);
        }
    }

    private static void build(Path directory, int top, BuildListener listener) throws IOException {
        build(directory, top, StoringRule.REACHABLE, false, listener, new Disk());
    }

    private static LayerSolver solver() {
        return Solvers.of("sweep", GAME, 2, KernelChoice.automatic());
    }

    /** Returns the layers that are packed, and checks that the other packed files are gone. */
    private static Set<Integer> packed(Path directory) {
        Manifest manifest = DatabaseFiles.readManifest(directory);
        for (int layer : manifest.scoreLayers()) {
            boolean isPacked = manifest.files(FileKind.SCORES).containsKey(layer);
            assertEquals(isPacked, Files.exists(directory.resolve(FileKind.SCORES.fileName(layer))));
            assertEquals(!isPacked, Files.exists(directory.resolve(FileKind.SEALED.fileName(layer))));
        }
        return manifest.files(FileKind.SCORES).keySet();
    }

    /** Compares some scores of each layer, and the distances that are there, with those of the packed database. */
    private static void checkScores(Path directory) {
        try (Database database = Database.open(directory);
                Database right = Database.open(packed)) {
            for (int layer : database.layers()) {
                boolean hasDistances = database.distanceLayers().contains(layer);
                for (long offset = layer; offset < GAME.size(layer); offset += 1 + GAME.size(layer) / 200) {
                    assertEquals(
                            right.table(layer).value(offset),
                            database.table(layer).value(offset));
                    if (hasDistances) {
                        assertEquals(
                                right.distances(layer).value(offset),
                                database.distances(layer).value(offset));
                    }
                }
            }
        }
    }

    /** Notes which layers are packed while a layer is built, and checks how much is on the disk. */
    private static final class Observer implements BuildListener {
        final Map<Integer, Set<Integer>> packed = new TreeMap<>();
        private final Path directory;
        private final Account account = new Account(GAME, solver(), null, 1L << 30, false);
        private int built;
        private boolean isSealing;

        Observer(Path directory) {
            this.directory = directory;
        }

        @Override
        public void layerBegins(int layer, long positions, long steps) {
            built = isSealing ? built : layer;
        }

        @Override
        public void otherWorkBegins(String name, SortedSet<Integer> layers) {
            isSealing = true;
        }

        @Override
        public void otherWorkEnds() {
            isSealing = false;
        }

        @Override
        public void phase(String name) {
            if (name.equals("tables") && built > 0) {
                packed.put(built, packed(directory));
            }
            if (name.equals("packing") && built == TOP) {
                throw new OperationInterruptedException();
            }
            try (Stream<Path> files = Files.list(directory)) {
                long bytes = files.filter(file -> file.toString().contains("layer-"))
                        .mapToLong(file -> file.toFile().length())
                        .sum();
                long most = account.sealedBuild(built, StoringRule.REACHABLE, false);
                assertTrue(bytes <= most, () -> bytes + " bytes in layer " + built + ", more than " + most);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Ends while the last layer is built: how the others are sealed then does not depend on their number. */
    @Test
    void layersAreSealedWhenNoLaterOneReadsThem() throws IOException {
        Path directory = own.resolve("database");
        Observer observer = new Observer(directory);
        assertThrows(OperationInterruptedException.class, () -> build(directory, TOP, observer));
        assertTrue(observer.packed.get(TOP - 1).containsAll(Set.of(FIRST, FIRST + 1)));
        assertFalse(observer.packed.get(TOP).contains(FIRST));
        assertFalse(observer.packed.get(TOP).contains(FIRST + 1));
        assertTrue(observer.packed.get(TOP).contains(FIRST + 2));
        long bytes = Files.size(directory.resolve(FileKind.SEALED.fileName(FIRST)));
        assertTrue(bytes <= new LayerSizes(GAME).sealed(FIRST, StoringRule.REACHABLE), bytes + " bytes");
        checkScores(directory);
    }

    @Test
    void theFilesAreThoseOfSealingThePackedDatabase() throws IOException {
        Path copied = own.resolve("copied");
        try (Database from = Database.open(low);
                DatabaseDirectory to = new DatabaseDirectory(copied, GAME)) {
            Sealing.copy(from.listing(), to, StoringRule.REACHABLE, 1, BuildListener.SILENT)
                    .run(from.layers());
        }
        assertEquals(Databases.contents(copied), lowSealed);
    }

    @Test
    void distancesStayAndWhatTheNextLayerOrMissingDistancesReadIsMissed() throws IOException {
        Path directory = own.resolve("database");
        build(directory, FIRST, StoringRule.DERIVED, true, BuildListener.SILENT, new Disk());
        try (Database database = Database.open(directory)) {
            assertEquals(database.layers(), database.distanceLayers());
            try (UnsealedFiles unsealed = new UnsealedFiles(database, null, 2, BuildListener.SILENT);
                    LayerFiles files = unsealed.upTo(FIRST)) {
                assertEquals(Finding.PROVED, new Verification(files).verify(FIRST));
            }
        }
        checkScores(directory);
        build(directory, FIRST, StoringRule.DERIVED, true, BuildListener.SILENT, new Disk());
        Exception more = assertThrows(
                InvalidRequestException.class,
                () -> build(directory, FIRST + 1, null, false, BuildListener.SILENT, new Disk()));
        assertTrue(more.getMessage().startsWith("layer 30 is sealed, and layer 31 reads its packed"), more::getMessage);
        Files.delete(directory.resolve(FileKind.DISTANCES.fileName(FIRST)));
        Exception again = assertThrows(
                InvalidRequestException.class,
                () -> build(directory, FIRST, null, true, BuildListener.SILENT, new Disk()));
        assertTrue(again.getMessage().contains("and the distances of layer 30 read its packed"), again::getMessage);
        Exception other =
                assertThrows(InvalidRequestException.class, () -> build(directory, FIRST, BuildListener.SILENT));
        assertTrue(other.getMessage().contains("sealed by the rule derived"), other::getMessage);
    }

    /** The time left of a layer is told by its steps, so that all of its time has steps, and training has none. */
    @Test
    void aLayerIsBegunWhenItsModelIsTrainedAndItsStepsAreAllDoneWhenItEnds() throws IOException {
        AtomicLong steps = new AtomicLong();
        List<Integer> begun = new ArrayList<>();
        BuildListener observer = new BuildListener() {
            private boolean isInLayer;

            @Override
            public void layerBegins(int layer, long positions, long all) {
                steps.set(all);
                isInLayer = true;
                begun.add(layer);
            }

            @Override
            public void layerEnds(int layer, long positions, Duration time) {
                isInLayer = false;
                if (layer == FIRST) {
                    assertEquals(0, steps.get(), "steps that were announced and not reported");
                }
            }

            @Override
            public void phase(String name) {
                assertEquals(name.startsWith("train"), !isInLayer, name);
                if (name.equals("compare")) {
                    assertTrue(steps.get() > 0, "comparison has no steps");
                }
            }

            @Override
            public void advance(long done) {
                steps.addAndGet(-done);
            }
        };
        try (DatabaseDirectory database = new DatabaseDirectory(copyOfLow(own.resolve("database")), GAME)) {
            Sealing.inPlace(database, StoringRule.REACHABLE, 2, observer).seal(0, FIRST + 1);
        }
        assertEquals(IntStream.rangeClosed(0, FIRST).boxed().toList(), begun);
    }

    @Test
    @Thorough
    void theNextBuildGoesOnFromAnyPhaseInWhichOneWasStopped() throws IOException {
        for (String phase : new String[] {"seal", "compare"}) {
            Path directory = copyOfLow(own.resolve(phase));
            BuildListener stopper = new BuildListener() {
                private int layer;

                @Override
                public void layerBegins(int number, long positions, long steps) {
                    layer = number;
                }

                @Override
                public void phase(String name) {
                    if (layer == FIRST && name.equals(phase)) {
                        throw new OperationInterruptedException();
                    }
                }
            };
            assertThrows(OperationInterruptedException.class, () -> build(directory, FIRST, stopper));
            assertTrue(Files.exists(directory.resolve(FileKind.SCORES.fileName(FIRST))));
            checkScores(directory);
            build(directory, FIRST, BuildListener.SILENT);
            assertEquals(lowSealed, Databases.contents(directory), phase);
        }
    }

    /** A block is not right, or what no lookup reads. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 1})
    void aSealedFileThatIsNotRightIsMadeAnewAndThePackedOneStaysUntilThen(int beforeEnd) throws IOException {
        Path directory = copyOfLow(own.resolve("database"));
        Path sealed = directory.resolve(FileKind.SEALED.fileName(FIRST));
        BuildListener damager = new BuildListener() {
            @Override
            public void phase(String name) {
                if (name.startsWith("compare")) {
                    try {
                        BitFlip.flip(sealed, 8L * (Files.size(sealed) - beforeEnd));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
        assertThrows(DatabaseException.class, () -> build(directory, FIRST, damager));
        checkScores(directory);
        build(directory, FIRST, BuildListener.SILENT);
        assertEquals(lowSealed, Databases.contents(directory));
    }

    /** Leaves a directory as a build that was killed when it had listed the sealed layer and not yet compared it. */
    private Path listedTwice(String name) throws IOException {
        Path directory = copyOfLow(own.resolve(name));
        BuildListener stopper = new BuildListener() {
            @Override
            public void phase(String phase) {
                if (phase.startsWith("compare")) {
                    throw new OperationInterruptedException();
                }
            }
        };
        assertThrows(OperationInterruptedException.class, () -> build(directory, FIRST, stopper));
        return directory;
    }

    /** Whichever arithmetic decodes the block. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 1267})
    void aScoreThatIsNotThePackedOneIsFoundInEveryBlock(long block) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(listedTwice("database"), GAME);
                LayerFiles files = database.layers()) {
            Sealing sealing = (Sealing) Sealing.inPlace(database, StoringRule.REACHABLE, 2, BuildListener.SILENT);
            LayerTable packed = files.scores(FIRST).table();
            sealing.compare(FIRST, packed);
            LayerTable other = new LayerTable() {
                @Override
                public void values(long offset, int count, int[] target, int at) {
                    packed.values(offset, count, target, at);
                    if (offset / BlockWalk.BLOCK == block) {
                        for (int i = 0; i < count; i++) {
                            target[at + i] = -target[at + i] + 1;
                        }
                    }
                }

                @Override
                public long positions() {
                    return packed.positions();
                }

                @Override
                public int maximum() {
                    return packed.maximum();
                }

                @Override
                public int value(long offset) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void check(long offset, long count) {}

                @Override
                public void values(
                        long[] offsets, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
                    throw new UnsupportedOperationException();
                }
            };
            Exception thrown = assertThrows(CheckFailedException.class, () -> sealing.compare(FIRST, other));
            assertTrue(thrown.getMessage().contains("gives another score at offset"), thrown::getMessage);
        }
    }

    @Test
    void aDamagedPackedFileIsNotSealedHoweverOftenThatIsTriedAndTheSealedOneStays() throws IOException {
        Path directory = listedTwice("database");
        Path file = directory.resolve(FileKind.SCORES.fileName(FIRST));
        BitFlip.flip(file, 8L * (Files.size(file) / 2));
        Map<String, String> damaged = Databases.contents(directory);
        for (int attempt = 0; attempt < 2; attempt++) {
            Exception thrown =
                    assertThrows(DatabaseException.class, () -> build(directory, FIRST, BuildListener.SILENT));
            assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
            assertEquals(damaged, Databases.contents(directory));
        }
    }

    @Test
    void aFileBesideASealedOneStaysUnlessItIsThePackedOneThatWasSealed() throws IOException {
        Path directory = copyOfLow(own.resolve("database"));
        build(directory, FIRST, BuildListener.SILENT);
        Path file = directory.resolve(FileKind.SCORES.fileName(FIRST));
        for (byte[] users : new byte[][] {{1, 2, 3}, Files.readAllBytes(low.resolve(FileKind.SCORES.fileName(1)))}) {
            Files.write(file, users);
            build(directory, FIRST, BuildListener.SILENT);
            assertArrayEquals(users, Files.readAllBytes(file));
        }
        Files.copy(low.resolve(file.getFileName()), file, StandardCopyOption.REPLACE_EXISTING);
        build(directory, FIRST, null, false, BuildListener.SILENT, new Disk());
        assertEquals(lowSealed, Databases.contents(directory));
    }

    @Test
    void aDamagedLowerLayerStopsABuildHoweverOftenItIsTriedInOneDirectory() throws IOException {
        Path directory = copyOfLow(own.resolve("database"));
        Path file = directory.resolve(FileKind.SCORES.fileName(FIRST - 1));
        BitFlip.flip(file, 8L * (Files.size(file) / 2));
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            DatabaseBuild build = new DatabaseBuild(database, solver(), new ProcessMemory(), BuildListener.SILENT);
            for (int attempt = 0; attempt < 2; attempt++) {
                Exception thrown = assertThrows(DatabaseException.class, () -> build.run(FIRST + 1));
                assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
            }
            assertFalse(database.has(FileKind.SCORES, FIRST + 1));
        }
    }

    /** A byte of a layer that was unsealed before is altered, or much of it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50_000})
    void unsealingBlamesADamagedLayerThatWasUnsealedBeforeAndListsNothingWrong(int altered) throws IOException {
        Path again = own.resolve("again");
        try (Database sealed = Database.open(shared.resolve("low-sealed"))) {
            unseal(sealed, again, FIRST - 1);
            Path file = again.resolve(FileKind.SCORES.fileName(FIRST - 1));
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < altered; i++) {
                bytes[bytes.length / 2 + i] ^= 1;
            }
            Files.write(file, bytes);
            Map<String, String> before = Databases.contents(again);
            for (int attempt = 0; attempt < 2; attempt++) {
                Exception thrown = assertThrows(DatabaseException.class, () -> unseal(sealed, again, FIRST));
                assertTrue(thrown.getMessage().startsWith(file.toString()), thrown::getMessage);
                assertEquals(before, Databases.contents(again));
            }
            Files.copy(low.resolve(file.getFileName()), file, StandardCopyOption.REPLACE_EXISTING);
            unseal(sealed, again, FIRST);
            assertEquals(Databases.contents(low), Databases.contents(again));
        }
    }

    @Test
    void whatInterruptedWorkUnsealedIsUsedAndRemovedByTheNextWherePlaceWasNamed() throws IOException {
        List<Integer> unsealed = new ArrayList<>();
        BuildListener noting = new BuildListener() {
            @Override
            public void layerEnds(int layer, long positions, Duration time) {
                unsealed.add(layer);
                if (unsealed.size() == 6) {
                    throw new OperationInterruptedException();
                }
            }
        };
        try (Database sealed = Database.open(shared.resolve("low-sealed"))) {
            try (UnsealedFiles files = new UnsealedFiles(sealed, own, 2, noting)) {
                assertThrows(OperationInterruptedException.class, () -> files.upTo(FIRST));
            }
            try (UnsealedFiles files = new UnsealedFiles(sealed, own, 2, noting);
                    LayerFiles packedFiles = files.upTo(FIRST)) {
                for (int layer = 0; layer <= FIRST; layer++) {
                    assertEquals(sealed.scoresDigest(layer), packedFiles.digest(layer));
                }
                try (UnsealedFiles others = new UnsealedFiles(sealed, own, 2, BuildListener.SILENT)) {
                    others.upTo(3).close();
                    others.done();
                }
                files.done();
            }
        }
        assertEquals(IntStream.rangeClosed(0, FIRST).boxed().toList(), unsealed);
        try (Stream<Path> left = Files.list(own)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** As rehearsals do; the layer has three parts. */
    @Test
    void someOfTheBlocksCanBeWrittenWithoutTheOthers() throws IOException {
        Path path = own.resolve(FileKind.SEALED.fileName(FIRST));
        try (Database database = Database.open(low);
                LayerFiles files = new LayerFiles(low)) {
            LayerSealing sealing = LayerSealing.of(files, FIRST, StoringRule.REACHABLE);
            assertEquals(3, sealing.parts());
            byte[] model = sealing.train(() -> false);
            try (SealedWriter writer = sealing.writer(path, model)) {
                sealing.write(writer, model, 2, number -> 2 * number, 2, BuildListener.SILENT);
                SealedTable some = SealedFiles.table(Files.readAllBytes(Disk.temporary(path)), database, FIRST);
                byte[] values = new byte[BlockWalk.BLOCK];
                int[] scores = new int[BlockWalk.BLOCK];
                int compared = 0;
                for (long part = 0; part < 3; part += 2) {
                    long end = Math.min((part + 1) * LayerSealing.PART, some.positions());
                    for (long first = part * LayerSealing.PART; first < end; first += BlockWalk.BLOCK) {
                        int count = some.decode(first / BlockWalk.BLOCK, values);
                        database.table(FIRST).values(first, count, scores, 0);
                        for (int i = 0; i < count; i++) {
                            if (values[i] != LayerUnsealing.none(FIRST)) {
                                assertEquals(scores[i] + FIRST, values[i]);
                                compared++;
                            }
                        }
                    }
                }
                assertTrue(compared > 50_000, compared + " scores");
            }
        }
    }

    @Test
    void unsealingReportsTheStepsThatItAnnounces() throws IOException {
        BuildListener counting = new BuildListener() {
            private final AtomicLong left = new AtomicLong();

            @Override
            public void layerBegins(int layer, long positions, long steps) {
                left.set(steps);
            }

            @Override
            public void advance(long steps) {
                left.addAndGet(-steps);
            }

            @Override
            public void layerEnds(int layer, long positions, Duration time) {
                assertEquals(0, left.get(), "steps of layer " + layer + " that were announced and not reported");
            }
        };
        try (Database sealed = Database.open(shared.resolve("low-sealed"));
                DatabaseDirectory to = new DatabaseDirectory(own.resolve("again"), GAME)) {
            assertEquals(FIRST + 1, new Unsealing(sealed, to, 2, counting).run(sealed.layers()));
        }
    }

    @Test
    void nothingIsUnsealedWhereALayerBelowIsMissing() throws IOException {
        int missing = FIRST - 1;
        Path gap = own.resolve("gap");
        Undisturbed.copy(shared.resolve("low-sealed"), Files.createDirectory(gap));
        Manifest manifest = DatabaseFiles.readManifest(gap).without(FileKind.SCORES, missing);
        Files.write(gap.resolve(Manifest.FILE_NAME), manifest.toBytes());
        Path scratch = Files.createDirectory(own.resolve("scratch"));
        try (Database sealed = Database.open(gap);
                UnsealedFiles files = new UnsealedFiles(sealed, scratch, 2, BuildListener.SILENT)) {
            MissingLayerException thrown = assertThrows(MissingLayerException.class, () -> files.upTo(FIRST));
            assertEquals(missing, thrown.layer());
        }
        try (Stream<Path> all = Files.list(scratch)) {
            assertEquals(List.of(), all.toList());
        }
    }

    @Test
    void whatInterruptedWorkUnsealedIsUnsealedAgainWhereItIsDamaged() throws IOException {
        try (Database sealed = Database.open(shared.resolve("low-sealed"))) {
            for (String damaged : List.of(FileKind.SCORES.fileName(3), Manifest.FILE_NAME)) {
                try (UnsealedFiles files = new UnsealedFiles(sealed, own, 2, BuildListener.SILENT)) {
                    files.upTo(FIRST).close(); // and not done
                }
                Path left;
                try (Stream<Path> all = Files.list(own)) {
                    left = all.findFirst().orElseThrow();
                }
                assertTrue(left.getFileName().toString().startsWith("granary-unsealed-layers-"), left::toString);
                byte[] bytes = Files.readAllBytes(left.resolve(damaged));
                bytes[bytes.length / 2] ^= 1;
                Files.write(left.resolve(damaged), bytes);
                try (UnsealedFiles files = new UnsealedFiles(sealed, own, 2, BuildListener.SILENT);
                        LayerFiles packedFiles = files.upTo(FIRST)) {
                    assertEquals(sealed.scoresDigest(3), packedFiles.digest(3));
                    files.done();
                }
                try (Stream<Path> all = Files.list(own)) {
                    assertEquals(List.of(), all.toList());
                }
            }
        }
    }

    private static void unseal(Database sealed, Path directory, int top) throws IOException {
        try (DatabaseDirectory to = new DatabaseDirectory(directory, GAME)) {
            new Unsealing(sealed, to, 2, BuildListener.SILENT)
                    .run(sealed.layers().headSet(top + 1));
        }
    }

    @Test
    void amongTemporaryFilesNothingIsLeft() throws IOException {
        String before = System.setProperty("java.io.tmpdir", own.toString());
        try (Database sealed = Database.open(shared.resolve("low-sealed"))) {
            try (UnsealedFiles files = new UnsealedFiles(sealed, null, 2, BuildListener.SILENT)) {
                files.upTo(FIRST).close();
                try (Stream<Path> all = Files.list(own)) {
                    assertEquals(2, all.count(), "a directory and its lock");
                }
            }
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
        try (Stream<Path> left = Files.list(own)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    @Thorough
    void whenThePowerGoesTheScoresAreThereAndTheNextBuildEndsInTheSameFiles() throws IOException {
        Path directory = copyOfLow(own.resolve("database"));
        ForgetfulDisk disk = new ForgetfulDisk(directory);
        build(directory, FIRST, StoringRule.REACHABLE, false, BuildListener.SILENT, disk);
        int number = 0;
        Set<List<Object>> different = new HashSet<>();
        for (Map<String, byte[]> state : disk.states()) {
            Path found = Files.createDirectory(own.resolve("state-" + number++));
            ForgetfulDisk.restore(state, found);
            checkScores(found);
            if (different.add(List.of(finished(state), DatabaseFiles.readManifest(found)))) {
                build(found, FIRST, BuildListener.SILENT);
                assertEquals(lowSealed, Databases.contents(found), () -> "from " + state.keySet());
            }
        }
        assertTrue(different.size() > 3, different::toString);
    }

    private static List<String> finished(Map<String, byte[]> state) {
        return state.keySet().stream()
                .filter(name -> !name.endsWith(Disk.TEMPORARY_SUFFIX))
                .toList();
    }
}
