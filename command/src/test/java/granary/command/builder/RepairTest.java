package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.OperationInterruptedException;
import granary.builder.database.BuildListener;
import granary.builder.database.Solvers;
import granary.builder.memory.FileMemory;
import granary.builder.memory.ProcessMemory;
import granary.builder.repair.DatabaseRepair;
import granary.builder.repair.RepairPlan;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.Inventory;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Damage;
import granary.builder.testing.Databases;
import granary.builder.testing.Undisturbed;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.BitFlip;
import granary.testing.Outcome;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a database was damaged, a repair makes it what an undisturbed build leaves. */
class RepairTest {
    /** How often each database is damaged at random: {@code -Dgranary.repairs=1000}. */
    private static final int REPAIRS = Integer.getInteger("granary.repairs", 1);

    private static final Game GAME = new Awari(3, RuleSet.OLYMPIAD);
    private static final int TOP = 7;
    private static final Undisturbed DATABASE = new Undisturbed(GAME.identity(), TOP, true);

    @TempDir
    private Path temporary;

    private Path whole;
    private Path directory;

    @BeforeEach
    void makeDirectories() throws IOException {
        whole = Files.createDirectory(temporary.resolve("whole"));
        directory = Files.createDirectory(temporary.resolve("db"));
    }

    static List<Undisturbed> databases() {
        return Undisturbed.ofAllGames().toList();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whateverIsDamagedTheFilesAreThoseOfAnUndisturbedBuild(Undisturbed one) throws IOException {
        Random random = TestRandom.create();
        one.build(whole);
        Map<String, String> expected = Databases.contents(whole);
        for (int i = 0; i < REPAIRS; i++) {
            Undisturbed.copy(whole, directory);
            List<String> done = new Damage(directory, random).some();
            Map<String, String> damaged = Databases.contents(directory);
            String plan = dryRun();
            assertEquals(damaged, Databases.contents(directory), "a dry run changes nothing");
            assertEquals(expected.equals(damaged), plan.startsWith("nothing to repair"), done + plan);
            String report = repair();
            assertTrue(report.startsWith(plan), report);
            assertEquals(expected, Databases.contents(directory), done + report);
            Database.open(directory).close();
        }
    }

    /** Returns the plan, and checks that the exit code tells whether there is anything to repair. */
    private String dryRun() {
        Outcome outcome = Cli.run("repair", "--dir", directory, "--dry-run");
        if (outcome.out().startsWith("nothing to repair")) {
            outcome.assertSuccess();
        } else {
            assertEquals("granary: " + directory + " needs the repair", outcome.assertFailure(1));
        }
        return outcome.out();
    }

    private String repair(Object... options) {
        Object[] words = new Object[3 + options.length];
        System.arraycopy(new Object[] {"repair", "--dir", directory}, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        return Cli.run(words).assertSuccess().out();
    }

    private Path file(FileKind kind, int layer) {
        return directory.resolve(kind.fileName(layer));
    }

    private static void damage(Path file) throws IOException {
        BitFlip.flip(file, 8 * Files.size(file) - 1);
    }

    private void assertWhole() throws IOException {
        assertEquals(Databases.contents(whole), Databases.contents(directory));
    }

    @Test
    void wholeLayersAboveABuiltOneAreKept() throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        damage(file(FileKind.SCORES, 2));
        Files.delete(file(FileKind.DISTANCES, 4));
        RepairPlan plan = RepairPlan.of(Inventory.of(directory), true, 1, BuildListener.SILENT);
        assertEquals(Set.of(2, 4), plan.layersToBuild(), "the time left is that of these");
        String report = repair();
        assertTrue(report.contains("will build layer-002.granary: " + file(FileKind.SCORES, 2)), report);
        assertTrue(report.contains("will build layer-004.distances.granary: "), report);
        assertTrue(report.contains("will keep 10 of 14 whole files only if "), report);
        assertTrue(report.endsWith("repaired; 2 files were built\n"), report);
        assertWhole();
    }

    /** Publishes a layer with one wrong score, checksums and all. */
    private void publishFalseLayer(Path target, int layer) throws IOException {
        short[] scores = new short[Math.toIntExact(GAME.size(layer))];
        try (Database database = Database.open(whole)) {
            for (int i = 0; i < scores.length; i++) {
                scores[i] = (short) database.table(layer).value(i);
            }
        }
        scores[scores.length / 2] = (short) (scores[scores.length / 2] == 1 ? -1 : 1);
        try (DatabaseDirectory database = new DatabaseDirectory(target, GAME);
                LayerWriter writer = database.begin(layer)) {
            writer.write(0, scores, 0, scores.length);
            database.publish(writer);
        }
    }

    /** Builds a database on a false layer 4, which is then damaged as well. */
    private void buildOnFalseLayer(Path target) throws IOException {
        new Undisturbed(GAME.identity(), 3, true).build(target);
        publishFalseLayer(target, 4);
        new Undisturbed(GAME.identity(), TOP, false).build(target);
        for (int layer = 4; layer <= TOP; layer++) {
            Files.copy(
                    whole.resolve(FileKind.DISTANCES.fileName(layer)),
                    target.resolve(FileKind.DISTANCES.fileName(layer)));
        }
        damage(target.resolve(FileKind.SCORES.fileName(4)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasBuiltOnFalseScoresIsBuiltAnewAndWorkBegunOnThemIsRemoved(boolean manifestIsLost) throws IOException {
        DATABASE.build(whole);
        buildOnFalseLayer(directory);
        LayerSolver solver = Solvers.of(null, GAME, 1, KernelChoice.automatic());
        new FileMemory(directory, GAME.identity(), () -> Long.MAX_VALUE)
                .open(TOP + 1, solver.need(TOP + 1).memory())
                .close();
        if (manifestIsLost) {
            Files.delete(directory.resolve(Manifest.FILE_NAME));
        }
        String plan = dryRun();
        assertTrue(plan.contains("will remove awari-pits-3-rules-olympiad-008.scratch, "), plan);
        repair();
        assertWhole();
    }

    @Test
    void aFalseLayerThatTheLayersAboveWereNotBuiltOnIsBuiltAnew() throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        Path other = Files.createDirectory(temporary.resolve("other"));
        new Undisturbed(GAME.identity(), 3, true).build(other);
        publishFalseLayer(other, 4);
        Manifest.Entry falseEntry =
                DatabaseFiles.readManifest(other).files(FileKind.SCORES).get(4);
        Files.copy(other.resolve(Manifest.fileName(4)), file(FileKind.SCORES, 4), StandardCopyOption.REPLACE_EXISTING);
        Path manifest = directory.resolve(Manifest.FILE_NAME);
        Manifest.Entry distances = DatabaseFiles.readManifest(directory).entry(FileKind.DISTANCES, 4);
        Files.write(
                manifest,
                DatabaseFiles.readManifest(directory)
                        .with(FileKind.SCORES, 4, falseEntry)
                        .with(FileKind.DISTANCES, 4, distances)
                        .toBytes());
        String report = repair();
        assertTrue(report.contains("layer-004.granary is not the file that the layer above was built on"), report);
        assertWhole();
    }

    @Test
    void anUnlistedLayerDoesNotContradictAListedOne() throws IOException {
        DATABASE.build(whole);
        new Undisturbed(GAME.identity(), 4, false).build(directory);
        Path other = Files.createDirectory(temporary.resolve("other"));
        new Undisturbed(GAME.identity(), 3, false).build(other);
        publishFalseLayer(other, 4);
        new Undisturbed(GAME.identity(), 5, false).build(other);
        Files.copy(other.resolve(Manifest.fileName(5)), file(FileKind.SCORES, 5));
        RepairPlan plan = RepairPlan.of(Inventory.of(directory), true, 1, BuildListener.SILENT);
        assertEquals(Set.of(5), plan.layersToBuild());
    }

    @Test
    void distancesThatWereLeftAwayStayAwayOnRequest() throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        Files.delete(file(FileKind.DISTANCES, 5));
        damage(file(FileKind.SCORES, 3));
        repair("--no-distances");
        assertFalse(Files.exists(file(FileKind.DISTANCES, 5)));
        Files.copy(whole.resolve(FileKind.DISTANCES.fileName(5)), file(FileKind.DISTANCES, 5));
        assertWhole();
    }

    @Test
    void anOlderManifestIsBroughtUpToDate() throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        Path older = Files.createDirectory(temporary.resolve("older"));
        new Undisturbed(GAME.identity(), 4, true).build(older);
        Files.copy(
                older.resolve(Manifest.FILE_NAME),
                directory.resolve(Manifest.FILE_NAME),
                StandardCopyOption.REPLACE_EXISTING);
        assertEquals("will list 6 whole files in granary.manifest\nrepaired; 0 files were built\n", repair());
        assertWhole();
    }

    @ParameterizedTest
    @EnumSource(names = {"STRICT", "ABAPA"})
    void aManifestOrLayersOfAnotherDatabaseAreRefusedAndNothingChanges(RuleSet rules) throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        Path other = Files.createDirectory(temporary.resolve("other"));
        Databases.build(other, new Awari(3, rules), TOP, 1);
        Path manifest = directory.resolve(Manifest.FILE_NAME);
        Files.copy(other.resolve(Manifest.FILE_NAME), manifest, StandardCopyOption.REPLACE_EXISTING);
        assertRefused(1, manifest + " is of awari pits=3 rules=");
        Files.delete(manifest);
        Files.copy(other.resolve(Manifest.fileName(3)), file(FileKind.SCORES, 3), StandardCopyOption.REPLACE_EXISTING);
        assertRefused(1, "the layers are of several databases: ");
    }

    @Test
    void optionsThatARepairWouldRefuseAreRefusedBeforeAnythingIsRead() throws IOException {
        DATABASE.build(directory);
        damage(file(FileKind.SCORES, 2));
        for (String option : List.of("--from=" + temporary.resolve("none"), "--threads=0")) {
            Outcome dry = Cli.run("repair", "--dir", directory, option, "--dry-run");
            Outcome real = Cli.run("repair", "--dir", directory, option);
            assertEquals(real, dry);
            assertEquals("", dry.out());
            dry.assertFailure(2);
        }
    }

    @Test
    void whereNothingTellsTheGameARepairIsRefused() throws IOException {
        new Undisturbed(GAME.identity(), 1, false).build(directory);
        Files.delete(directory.resolve(Manifest.FILE_NAME));
        for (int layer = 0; layer <= 1; layer++) {
            Files.write(file(FileKind.SCORES, layer), new byte[10]);
        }
        assertRefused(1, "nothing in " + directory + " tells which game the database is of");
        Files.delete(file(FileKind.SCORES, 0));
        Files.delete(file(FileKind.SCORES, 1));
        assertRefused(2, "expected a manifest, found none in the directory");
        Files.createDirectory(file(FileKind.SCORES, 1));
        Files.write(
                directory.resolve(Manifest.FILE_NAME),
                Manifest.empty("awari", GAME.parameters()).toBytes());
        assertRefused(1, file(FileKind.SCORES, 1) + " is not a file; move it away");
    }

    private void assertRefused(int code, String message) throws IOException {
        Object before = Files.exists(file(FileKind.SCORES, 0)) ? Databases.contents(directory) : "";
        for (String option : List.of("--dry-run", "--threads=1")) {
            String line = Cli.run("repair", "--dir", directory, option).assertFailure(code);
            assertTrue(line.contains(message), line);
        }
        assertEquals(before, Files.exists(file(FileKind.SCORES, 0)) ? Databases.contents(directory) : "");
    }

    @Test
    void statusTellsOfARepairWhateverIsDamaged() throws IOException, InterruptedException {
        DATABASE.build(whole);
        DATABASE.build(directory);
        damage(directory.resolve(Manifest.FILE_NAME));
        try (BuilderLock lock = BuilderLock.take(directory)) {
            lock.mark().workBegins();
            String status =
                    Cli.child("status", "--dir", directory).assertSuccess().out();
            assertTrue(status.contains("process " + ProcessHandle.current().pid() + " has been running"), status);
        }
        Cli.run("status", "--dir", directory).assertFailure(1);
        repair();
        assertWhole();
    }

    @Test
    void aDirectoryInWhichABuilderIsAtWorkIsLeftAlone() throws IOException, InterruptedException {
        DATABASE.build(directory);
        damage(file(FileKind.SCORES, 2));
        var before = Databases.contents(directory);
        try (DatabaseDirectory builder = new DatabaseDirectory(directory, GAME)) {
            for (String option : List.of("--dry-run", "--threads=1")) {
                String line =
                        Cli.child("repair", "--dir", builder.path(), option).assertFailure(2);
                assertTrue(line.contains("builder is running in " + directory), line);
            }
        }
        assertEquals(before, Databases.contents(directory));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stoppedAtAnyMomentItLeavesADatabaseThatOpensAndThatItCanGoOnWith(boolean lastIsMissing) throws IOException {
        DATABASE.build(whole);
        Path damaged = Files.createDirectory(temporary.resolve("damaged"));
        buildOnFalseLayer(damaged);
        if (lastIsMissing) {
            Files.delete(damaged.resolve(FileKind.SCORES.fileName(TOP)));
        }
        Random random = TestRandom.create();
        int moment = 0;
        for (boolean ended = false; !ended; moment += 1 + random.nextInt(16)) {
            Undisturbed.copy(damaged, directory);
            ended = repairTo(moment);
            if (!lastIsMissing) {
                Database.open(directory).close();
            }
            DatabaseFiles.readManifest(directory);
            repair();
            assertWhole();
        }
        assertTrue(moment > 20, "until moment " + moment);
    }

    /** Repairs until some step, and returns whether there are no more of them. */
    private boolean repairTo(int steps) throws IOException {
        int[] left = {steps};
        BuildListener listener = new BuildListener() {
            @Override
            public void phase(String name) {
                if (left[0]-- == 0) {
                    throw new OperationInterruptedException();
                }
            }
        };
        try (BuilderLock lock = BuilderLock.take(directory)) {
            Inventory inventory = Inventory.of(directory);
            RepairPlan plan = RepairPlan.of(inventory, true, 1, BuildListener.SILENT);
            LayerSolver solver = new RetrogradeSolver(GAME, 1);
            new DatabaseRepair(
                            new DatabaseDirectory(lock, inventory), plan, null, solver, new ProcessMemory(), listener)
                    .run();
            return true;
        } catch (OperationInterruptedException e) {
            return false;
        }
    }

    @Test
    void filesThatTheManifestDoesNotListAndNoBuildLeftAreNamedAndLetBe() throws IOException {
        DATABASE.build(whole);
        Path junk = whole.resolve(FileKind.SCORES.fileName(TOP + 3));
        Files.writeString(junk, "junk");
        Files.copy(
                whole.resolve(FileKind.DISTANCES.fileName(TOP)), whole.resolve(FileKind.DISTANCES.fileName(TOP + 2)));
        Files.copy(whole.resolve(FileKind.DISTANCES.fileName(TOP)), whole.resolve(FileKind.SCORES.fileName(TOP + 1)));
        Undisturbed.copy(whole, directory);
        String leave = "will leave %s as it is: the manifest does not list it, and no build left it there\n";
        String strays = leave.formatted(FileKind.SCORES.fileName(TOP + 1))
                + leave.formatted(FileKind.DISTANCES.fileName(TOP + 2))
                + leave.formatted(FileKind.SCORES.fileName(TOP + 3));
        assertEquals("nothing to repair: all files are whole and belong together\n" + strays, repair());
        assertWhole();
        damage(file(FileKind.SCORES, TOP));
        String report = repair();
        assertTrue(report.contains(strays), report);
        assertTrue(report.endsWith("repaired; 1 file was built\n"), report);
        assertWhole();
    }

    @Test
    void whatABuildLeftUnlistedIsNoStrayFile() throws IOException {
        DATABASE.build(whole);
        for (byte[] left : List.of(new byte[0], Files.readAllBytes(whole.resolve(FileKind.SCORES.fileName(TOP))))) {
            Undisturbed.copy(whole, directory);
            Manifest listed = DatabaseFiles.readManifest(directory);
            Files.write(
                    directory.resolve(Manifest.FILE_NAME),
                    listed.without(FileKind.DISTANCES, TOP)
                            .without(FileKind.SCORES, TOP)
                            .toBytes());
            Files.write(file(FileKind.SCORES, TOP), left);
            repair();
            assertWhole();
        }
    }

    @Test
    void statisticsOfTheFirstLayerThatIsBuiltAgainAndOfThoseAboveAreDropped() throws IOException {
        DATABASE.build(whole);
        Undisturbed.copy(whole, directory);
        for (int layer = 0; layer <= TOP; layer++) {
            Files.writeString(directory.resolve(DatabaseDirectory.statisticsName(layer)), "counts of layer " + layer);
        }
        repair();
        for (int layer = 0; layer <= TOP; layer++) {
            assertTrue(Files.exists(directory.resolve(DatabaseDirectory.statisticsName(layer))), "layer " + layer);
        }
        damage(file(FileKind.SCORES, 5));
        damage(file(FileKind.DISTANCES, 3));
        repair();
        for (int layer = 0; layer <= TOP; layer++) {
            boolean isKept = Files.deleteIfExists(directory.resolve(DatabaseDirectory.statisticsName(layer)));
            assertEquals(layer < 3, isKept, "layer " + layer);
        }
        assertWhole();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLastLayerWhoseHeaderIsGoneIsBuiltAgainHoweverOftenTheRepairIsStopped(boolean manifestIsLost)
            throws IOException {
        DATABASE.build(whole);
        Path damaged = Files.createDirectory(temporary.resolve("damaged"));
        buildOnFalseLayer(damaged);
        Files.write(damaged.resolve(FileKind.SCORES.fileName(TOP)), new byte[5000]);
        if (manifestIsLost) {
            Files.write(damaged.resolve(FileKind.DISTANCES.fileName(TOP)), new byte[5000]);
            Files.delete(damaged.resolve(Manifest.FILE_NAME));
        }
        Random random = TestRandom.create();
        int moment = 0;
        for (boolean ended = false; !ended; moment += 1 + random.nextInt(16)) {
            Undisturbed.copy(damaged, directory);
            ended = repairTo(moment);
            repair();
            assertWhole();
        }
        assertTrue(moment > 20, "until moment " + moment);
    }

    @Test
    void refusalsOfABuildNameTheRepair() throws IOException {
        DATABASE.build(directory);
        Files.delete(directory.resolve(Manifest.FILE_NAME));
        String line = Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", TOP)
                .assertFailure(1);
        assertTrue(line.endsWith("granary repair --dir " + directory), line);
        assertThrows(DatabaseException.class, () -> Database.open(directory));
    }
}
