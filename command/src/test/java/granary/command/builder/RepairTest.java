package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Damage;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.command.testing.Cli;
import granary.database.Listing;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** After any damage, a repair and a build give the files of an uninterrupted build. */
class RepairTest {
    /** The number of times that each database is damaged at random: {@code -Dgranary.repairs=1000}. */
    private static final int REPAIRS = Integer.getInteger("granary.repairs", 1);

    private static final Game GAME = new Awari(3, RuleSet.OLYMPIAD);
    private static final int TOP = 7;
    private static final Uninterrupted DATABASE = new Uninterrupted(GAME.identity(), TOP, true);

    @TempDir
    private Path temporary;

    private Path whole;
    private Path directory;

    @BeforeEach
    void makeDirectories() throws IOException {
        whole = Files.createDirectory(temporary.resolve("whole"));
        directory = Files.createDirectory(temporary.resolve("db"));
    }

    private void copyWhole() throws IOException {
        DATABASE.build(whole);
        Uninterrupted.copy(whole, directory);
    }

    static List<Uninterrupted> databases() {
        return Uninterrupted.ofAllGames().toList();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void repairAndBuildGiveTheFilesOfAnUninterruptedBuild(Uninterrupted one) throws IOException {
        Random random = TestRandom.create();
        one.build(whole);
        for (int i = 0; i < REPAIRS; i++) {
            Uninterrupted.copy(whole, directory);
            checkRepair(one, new Damage(directory, random).some());
        }
    }

    @Test
    void eachKindOfDamageToEachFileIsRepaired() throws IOException {
        Random random = TestRandom.create();
        DATABASE.build(whole);
        for (String name : Databases.contents(whole).keySet()) {
            int kinds = name.equals(Manifest.FILE_NAME) ? Damage.KINDS - 1 : Damage.KINDS;
            for (int how = 0; how < kinds; how++) {
                Uninterrupted.copy(whole, directory);
                String done = new Damage(directory, random).damage(directory.resolve(name), how);
                checkRepair(DATABASE, List.of(done));
            }
        }
    }

    /** A repair changes the manifest alone, and what that lists then is whole. A build makes the rest. */
    private void checkRepair(Uninterrupted one, List<String> done) throws IOException {
        Map<String, String> damaged = Databases.contents(directory);
        String plan = dryRun();
        assertEquals(damaged, Databases.contents(directory), "a dry run changes nothing");
        String report = repair();
        assertTrue(report.startsWith(plan), report);
        Map<String, String> repaired = Databases.contents(directory);
        assertEquals(withoutManifest(damaged), withoutManifest(repaired), done + report);
        Cli.run("verify", "--dir", directory, "--checksums").assertSuccess();
        assertTrue(dryRun().startsWith("nothing to repair"), done + report);
        assertEquals(repaired, Databases.contents(directory), "a second repair changes nothing");
        one.build(directory);
        assertWhole();
    }

    private static Map<String, String> withoutManifest(Map<String, String> contents) {
        Map<String, String> others = new TreeMap<>(contents);
        others.remove(Manifest.FILE_NAME);
        others.remove(Manifest.FILE_NAME + ".part");
        return others;
    }

    /** Returns the plan, and checks that the exit code tells whether there is anything to repair. */
    private String dryRun() {
        Outcome outcome = Cli.run("repair", "--dir", directory, "--dry-run");
        if (outcome.out().contains("nothing to repair")) {
            outcome.assertSuccess();
        } else {
            assertEquals(
                    "granary: " + directory + " is damaged; run granary repair without --dry-run",
                    outcome.assertFailure(1));
        }
        return outcome.out();
    }

    private String repair() {
        return Cli.run("repair", "--dir", directory).printed();
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
    void wholeFilesAboveADamagedLayerAreKept() throws IOException {
        copyWhole();
        damage(file(FileKind.SCORES, 2));
        Files.delete(file(FileKind.DISTANCES, 4));
        String report = repair();
        assertTrue(report.contains("will not list layer-002.granary: " + file(FileKind.SCORES, 2)), report);
        assertTrue(report.contains("will not list layer-002.distances.granary: the scores of layer 2 are"), report);
        assertTrue(report.contains("will list 13 files that are whole and belong together\n"), report);
        assertTrue(report.contains("; build the missing files: granary build --dir " + directory + ";"), report);
        Manifest listed = new Listing(directory).manifest();
        assertEquals(Set.of(0, 1, 3, 4, 5, 6, TOP), listed.scoreLayers());
        Object[] build = {"build", "--dir", directory, "--pits", 3, "--seeds", TOP, "--distances"};
        List<String> built = Cli.run(build)
                .printed()
                .lines()
                .map(line -> line.replaceFirst("^[-0-9T:]+Z ", "").split(",", -1)[0])
                .toList();
        assertEquals(List.of("layer 2 of 7: 21 positions", "layer 4 of 7: 126 positions", "built 2 layers"), built);
        assertWhole();
    }

    /** Publishes a layer with one wrong score, checksums and all. */
    private void publishFalseLayer(Path target, int layer) throws IOException {
        short[] scores = Databases.values(whole, FileKind.SCORES, layer);
        scores[scores.length / 2] = (short) (scores[scores.length / 2] == 1 ? -1 : 1);
        Databases.publish(target, GAME, FileKind.SCORES, layer, scores);
    }

    /** The distances lie there, and are those of the right scores. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void filesBuiltOnFalseScoresAreBuiltAgain(boolean manifestIsLost) throws IOException {
        DATABASE.build(whole);
        new Uninterrupted(GAME.identity(), 3, true).build(directory);
        publishFalseLayer(directory, 4);
        new Uninterrupted(GAME.identity(), TOP, false).build(directory);
        for (int layer = 4; layer <= TOP; layer++) {
            Files.copy(whole.resolve(FileKind.DISTANCES.fileName(layer)), file(FileKind.DISTANCES, layer));
        }
        damage(file(FileKind.SCORES, 4));
        if (manifestIsLost) {
            Files.delete(directory.resolve(Manifest.FILE_NAME));
        }
        checkRepair(DATABASE, List.of());
    }

    @Test
    void falseLayerUnderLayersOfAnotherIsBuiltAgain() throws IOException {
        copyWhole();
        Path other = Files.createDirectory(temporary.resolve("other"));
        new Uninterrupted(GAME.identity(), 3, true).build(other);
        publishFalseLayer(other, 4);
        Manifest.Entry falseEntry =
                new Listing(other).manifest().files(FileKind.SCORES).get(4);
        Files.copy(other.resolve(Manifest.fileName(4)), file(FileKind.SCORES, 4), StandardCopyOption.REPLACE_EXISTING);
        Path manifest = directory.resolve(Manifest.FILE_NAME);
        Manifest.Entry distances = new Listing(directory).manifest().entry(FileKind.DISTANCES, 4);
        Files.write(
                manifest,
                new Listing(directory)
                        .manifest()
                        .with(FileKind.SCORES, 4, falseEntry)
                        .with(FileKind.DISTANCES, 4, distances)
                        .toBytes());
        String plan = dryRun();
        assertTrue(plan.contains("layer-004.granary is not what layer-005.granary was built on"), plan);
        checkRepair(DATABASE, List.of());
    }

    @Test
    void unlistedFilesStayUnlistedEvenIfWhole() throws IOException {
        copyWhole();
        Path older = Files.createDirectory(temporary.resolve("older"));
        new Uninterrupted(GAME.identity(), 4, true).build(older);
        Files.copy(
                older.resolve(Manifest.FILE_NAME),
                directory.resolve(Manifest.FILE_NAME),
                StandardCopyOption.REPLACE_EXISTING);
        assertEquals("nothing to repair: 10 files that are whole and belong together\n", repair());
        publishFalseLayer(older, 3);
        Files.copy(older.resolve(Manifest.fileName(3)), file(FileKind.SCORES, 3), StandardCopyOption.REPLACE_EXISTING);
        assertTrue(repair().contains("layer-003.granary is not the file that the manifest lists"));
        assertTrue(repair().startsWith("nothing to repair"));
        DATABASE.build(directory);
        assertWhole();
    }

    @Test
    void omittedDistancesStayListed() throws IOException {
        copyWhole();
        Files.delete(file(FileKind.DISTANCES, 5));
        assertTrue(repair().startsWith("nothing to repair"));
        Files.copy(whole.resolve(FileKind.DISTANCES.fileName(5)), file(FileKind.DISTANCES, 5));
        assertWhole();
    }

    @ParameterizedTest
    @EnumSource(names = {"STRICT", "ABAPA"})
    void foreignManifestOrLayersAreRefusedWithoutChange(RuleSet rules) throws IOException {
        copyWhole();
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
    void repairIsRefusedIfNoFileNamesTheGame() throws IOException {
        new Uninterrupted(GAME.identity(), 1, false).build(directory);
        Files.delete(directory.resolve(Manifest.FILE_NAME));
        for (int layer = 0; layer <= 1; layer++) {
            Files.write(file(FileKind.SCORES, layer), new byte[10]);
        }
        assertRefused(1, "nothing in " + directory + " says which game the database is of");
        Files.delete(file(FileKind.SCORES, 0));
        Files.delete(file(FileKind.SCORES, 1));
        assertRefused(2, "expected a manifest, found none in the directory");
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
    void repairIsRefusedWhileABuilderRuns() throws IOException, InterruptedException {
        DATABASE.build(directory);
        damage(file(FileKind.SCORES, 2));
        var before = Databases.contents(directory);
        try (DatabaseDirectory builder = new DatabaseDirectory(directory, GAME)) {
            for (String option : List.of("--dry-run", "--threads=1")) {
                Cli.child("repair", "--dir", builder.path(), option)
                        .assertFailure(2, "builder is running in " + directory);
            }
        }
        assertEquals(before, Databases.contents(directory));
    }

    @Test
    void repairJudgesEveryFileIfTheManifestIsLost() throws IOException {
        copyWhole();
        Files.delete(directory.resolve(Manifest.FILE_NAME));
        Files.writeString(file(FileKind.SCORES, TOP + 2), "junk");
        Files.copy(file(FileKind.DISTANCES, TOP), file(FileKind.SCORES, TOP + 1));
        Files.copy(file(FileKind.DISTANCES, TOP), file(FileKind.DISTANCES, TOP + 1));
        List<String> refused = new ArrayList<>();
        for (String line : repair().lines().toList()) {
            if (line.startsWith("will not list ")) {
                refused.add(line.split("[ :]", -1)[3]);
            }
        }
        assertEquals(List.of("layer-008.distances.granary", "layer-008.granary", "layer-009.granary"), refused);
        assertEquals(
                new Listing(whole).manifest().allFiles(),
                new Listing(directory).manifest().allFiles());
    }
}
