package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.build.BuildListener;
import granary.builder.build.DatabaseBuild;
import granary.builder.file.Disk;
import granary.builder.memory.ProcessMemory;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power goes at every step of every publication, and the disk keeps what was forced and any part of the rest: from
 * whatever it kept, the directory opens and the next build ends in the same files.
 */
class PowerCutTest {
    private static final Game GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 3;

    @TempDir
    private Path temporary;

    private final List<Map<String, byte[]>> states = new ArrayList<>();

    /** A change of a directory that is not forced yet. */
    private record Renaming(String from, String to) {}

    /** Notes what may be on the disk if the power goes before a step. Two threads use it, never both at a time. */
    private final class ForgetfulDisk extends Disk {
        /** What is on the disk for sure: bytes by name. */
        private Map<String, byte[]> durable = new TreeMap<>();

        /** Forced contents of files whose names are not. */
        private final Map<String, byte[]> forced = new TreeMap<>();

        private final List<Renaming> renamings = new ArrayList<>();

        @Override
        public void force(Path file) throws IOException {
            cut();
            forced.put(nameBefore(file), Files.readAllBytes(file));
            super.force(file);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            cut();
            renamings.add(new Renaming(name(from), name(to)));
            super.rename(from, to);
        }

        @Override
        public void forceDirectory(Path directory) throws IOException {
            cut();
            for (Renaming renaming : renamings) {
                durable = apply(renaming, durable, forced.get(renaming.from()));
            }
            forced.clear();
            renamings.clear();
            super.forceDirectory(directory);
            cut();
        }

        /** Each renaming was kept or lost; a file that was not forced is whole, cut or zeros. */
        private void cut() {
            for (int kept = 0; kept < 1 << renamings.size(); kept++) {
                for (int content = 0; content < 3; content++) {
                    Map<String, byte[]> state = new TreeMap<>(durable);
                    state.put("layer-009.granary.part", new byte[content]);
                    for (int i = 0; i < renamings.size(); i++) {
                        Renaming renaming = renamings.get(i);
                        byte[] bytes = forced.get(renaming.from());
                        if ((kept >> i & 1) == 1) {
                            state = apply(renaming, state, bytes == null ? garbled(content) : bytes);
                        }
                    }
                    states.add(state);
                }
            }
        }

        private byte[] garbled(int content) {
            return new byte[content * 4096];
        }

        private Map<String, byte[]> apply(Renaming renaming, Map<String, byte[]> files, byte[] bytes) {
            Map<String, byte[]> after = new TreeMap<>(files);
            after.remove(renaming.from());
            after.put(renaming.to(), bytes == null ? garbled(1) : bytes);
            return after;
        }

        /** A file may be forced when it has been renamed: its contents are, its name is not yet. */
        private String nameBefore(Path path) {
            return renamings.stream()
                    .filter(renaming -> renaming.to().equals(name(path)))
                    .map(Renaming::from)
                    .findFirst()
                    .orElse(name(path));
        }

        private String name(Path path) {
            return path.getFileName().toString();
        }
    }

    @Test
    void atEveryStepOfAPublicationTheDirectoryOpensAndTheNextBuildEndsInTheSameFiles() throws IOException {
        Path whole = Files.createDirectory(temporary.resolve("whole"));
        build(whole, new ForgetfulDisk());
        Map<String, String> expected = Databases.contents(whole);
        assertTrue(states.size() > 3 * 3 * 2 * TOP, states.size() + " states");
        int number = 0;
        for (Map<String, byte[]> state : states) {
            Path directory = Files.createDirectory(temporary.resolve("state-" + number++));
            for (var file : state.entrySet()) {
                Files.write(directory.resolve(file.getKey()), file.getValue());
            }
            if (state.containsKey(Manifest.FILE_NAME)) {
                Database.open(directory).close();
            }
            Databases.build(directory, GAME, TOP, 1);
            assertEquals(expected, Databases.contents(directory), () -> "from " + state.keySet());
        }
    }

    private static void build(Path directory, Disk disk) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            new DatabaseBuild(database, new RetrogradeSolver(GAME, 1), new ProcessMemory(), BuildListener.SILENT)
                    .run(TOP);
        }
    }
}
