package granary.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseStatisticsTest {
    private static final Awari AWARI = new Awari(3, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    /** Notes which layers are counted, and stops the work when it comes to the moves of one of them. */
    private static final class Counted implements Monitor {
        private final List<Integer> layers = new ArrayList<>();
        private final int stop;
        private boolean moves;

        Counted(int stop) {
            this.stop = stop;
        }

        @Override
        public void layerBegins(int layer, long positions, long steps) {
            layers.add(layer);
            moves = false;
        }

        @Override
        public void phase(String name) {
            moves = name.equals("moves");
        }

        @Override
        public void check() {
            if (moves && layers.getLast() == stop) {
                throw new OperationInterruptedException();
            }
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            assertTrue(layer != stop);
        }
    }

    private List<LayerStatistics> statistics(boolean withMoves, Counted counted) throws IOException {
        List<LayerStatistics> all = new ArrayList<>();
        try (Database database = Database.open(directory)) {
            new DatabaseStatistics(database, 2, withMoves, counted).forEach(database.layers(), all::add);
        }
        return all;
    }

    private static LayerStatistics of(int layer, DatabaseStatistics statistics) throws IOException {
        List<LayerStatistics> one = new ArrayList<>();
        statistics.forEach(List.of(layer), one::add);
        return one.getFirst();
    }

    private List<Integer> counted(boolean withMoves) throws IOException {
        Counted counted = new Counted(-1);
        statistics(withMoves, counted);
        return counted.layers;
    }

    @Test
    void countsAreKept() throws IOException {
        Databases.buildWithDistances(directory, AWARI, 4);
        List<LayerStatistics> first = statistics(true, new Counted(-1));
        Counted second = new Counted(-1);
        assertEquals(first, statistics(true, second));
        assertEquals(List.of(), second.layers);
        assertEquals(List.of(), counted(false));
    }

    @Test
    void keptCountsOfCompressedLayersAreUsed() throws IOException {
        Databases.build(directory, AWARI, 4, 1);
        List<LayerStatistics> packed = statistics(true, new Counted(-1));
        CompressedLayers.compress(directory, 2, 3, 4);
        assertEquals(packed, statistics(true, new Counted(-1)));
        Files.delete(directory.resolve(StatisticsFiles.name(4)));
        Counted counted = new Counted(-1);
        assertThrows(InvalidRequestException.class, () -> statistics(true, counted));
        assertEquals(List.of(), counted.layers);
    }

    @Test
    void movesAreAddedToEarlierCounts() throws IOException {
        Databases.build(directory, AWARI, 3, 1);
        assertNull(statistics(false, new Counted(-1)).getLast().moves());
        assertEquals(List.of(0, 1, 2, 3), counted(true));
        assertNotNull(statistics(false, new Counted(-1)).getLast().moves());
    }

    @Test
    void stoppedCountResumesInItsLayer() throws IOException {
        Databases.build(directory, AWARI, 5, 1);
        assertThrows(OperationInterruptedException.class, () -> statistics(true, new Counted(3)));
        assertEquals(List.of(3, 4, 5), counted(true));
    }

    @Test
    void onlyLayersThatChangedAreCountedAgain() throws IOException {
        Databases.build(directory, AWARI, 3, 1);
        counted(true);
        Databases.buildWithDistances(directory, AWARI, 2);
        Databases.build(directory, AWARI, 4, 1);
        assertEquals(List.of(0, 1, 2, 4), counted(true));
        Files.delete(directory.resolve("layer-001.distances.granary"));
        assertEquals(List.of(1), counted(true));
    }

    @Test
    void statisticsOfAnotherDatabaseDoNotCount(@TempDir Path other) throws IOException {
        Databases.build(directory, AWARI, 3, 1);
        Databases.build(other, new Awari(3, RuleSet.STRICT), 3, 1);
        counted(true);
        for (int layer = 0; layer <= 3; layer++) {
            String name = StatisticsFiles.name(layer);
            Files.copy(directory.resolve(name), other.resolve(name));
        }
        directory = other;
        assertEquals(List.of(0, 1, 2, 3), counted(true));
    }

    @Test
    void readOnlyDatabaseIsCounted() throws IOException {
        Databases.build(directory, AWARI, 2, 1);
        Path part = Files.createDirectory(directory.resolve(StatisticsFiles.name(1) + ".part"));
        Files.createFile(part.resolve("in the way"));
        try (Database database = Database.open(directory)) {
            DatabaseStatistics statistics = new DatabaseStatistics(database, 1, true, Monitor.SILENT);
            assertEquals(21, of(2, statistics).positions());
            assertTrue(statistics.notKept().isEmpty());
            assertEquals(6, of(1, statistics).positions());
            assertFalse(statistics.notKept().isEmpty());
        }
    }

    @Test
    void movesAreLeftOutIfTheirLayersAreMissing() throws IOException {
        Databases.build(directory, AWARI, 4, 1);
        Manifest manifest = new Listing(directory).manifest().without(FileKind.SCORES, 2);
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        try (Database database = Database.open(directory)) {
            DatabaseStatistics statistics = new DatabaseStatistics(database, 1, true, Monitor.SILENT);
            assertNull(of(4, statistics).moves());
            assertEquals(126, of(4, statistics).positions());
        }
    }

    @Test
    void buildVerifyAndInfoAreNotDisturbedByKeptFiles() throws IOException {
        Databases.build(directory, AWARI, 3, 1);
        counted(true);
        Cli.run("verify", "--dir", directory).assertSuccess();
        Cli.run("info", "--dir", directory).assertSuccess();
        Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", 4, "--distances")
                .assertSuccess();
        Cli.run("verify", "--dir", directory).assertSuccess();
        TreeSet<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> file.getFileName().toString()).forEach(names::add);
        }
        assertTrue(names.contains("statistics-003.json"), names::toString);
        assertTrue(names.stream().noneMatch(name -> name.endsWith(".part")), names::toString);
    }
}
