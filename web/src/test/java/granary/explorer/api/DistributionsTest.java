package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionsTest {
    private static final int TOP = 3;

    @TempDir
    private Path directory;

    @Test
    void whatIsKeptIsKnownAtOnceAndWhatIsCountedFromThenOn() throws IOException {
        Databases.buildWithDistances(directory, new Awari(6, RuleSet.OLYMPIAD), TOP);
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            LayerStatistics kept = new LayerCounter(files, 1, Monitor.SILENT).count(TOP, false);
            new StatisticsFiles(database).keep(kept);
            Distributions distributions = new Distributions(database);
            assertEquals(Optional.of(kept), distributions.find(TOP));
            assertEquals(Optional.empty(), distributions.find(TOP - 1));
            LayerStatistics counted = distributions.count(TOP - 1);
            assertEquals(database.game().size(TOP - 1), counted.positions());
            assertEquals(Optional.of(counted), distributions.find(TOP - 1));
        }
    }

    @Test
    void statisticsThatCannotBeReadAreAsAbsent() throws IOException {
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), TOP, 1);
        Files.createDirectory(directory.resolve(StatisticsFiles.name(TOP)));
        try (Database database = Database.open(directory)) {
            Distributions distributions = new Distributions(database);
            assertEquals(Optional.empty(), distributions.find(TOP));
            assertEquals(database.game().size(TOP), distributions.count(TOP).positions());
        }
    }
}
