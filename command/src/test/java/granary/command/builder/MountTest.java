package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts that lack what disks of their own have, by a library between Java and the C library. */
class MountTest {
    private static final int SEEDS = 9; // a layer of more than 64 KiB, which is mapped
    private static final String ELSEWHERE = "; use a directory on a local disk";

    @TempDir
    private Path directory;

    private Path library;

    @BeforeEach
    void compile() throws IOException, InterruptedException {
        Tools.require(
                System.getProperty("os.name").equals("Linux")
                        && Tools.onPath("cc").findAny().isPresent(),
                "a C compiler on Linux");
        Path source = directory.resolve("mount.c");
        library = directory.resolve("mount.so");
        try (InputStream text = MountTest.class.getResourceAsStream("/granary/command/mount.c")) {
            Files.copy(text, source);
        }
        ChildJvm.run(List.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString()))
                .assertSuccess();
    }

    /** Runs a command where a directory and those in it lack what a letter names. */
    private Outcome run(Path mount, String lacks, String command) throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("env", "LD_PRELOAD=" + library, "MOUNT=" + mount, "LACKS=" + lacks));
        words.addAll(Cli.command((Object[]) command.split(" ")));
        return ChildJvm.run(words);
    }

    private Path built() throws IOException {
        Path database = directory.resolve("db");
        Databases.build(database, new Awari(6, RuleSet.OLYMPIAD), SEEDS, 1);
        return database;
    }

    @Test
    void aDirectoryThatCannotBeForcedNeedsNoForcing() throws Exception {
        Path database = directory.resolve("db");
        run(database, "f", "build --seeds 5 --dir " + database).assertSuccess();
        run(database, "f", "verify --dir " + database).assertSuccess();
    }

    @Test
    void aMountWithoutLocksIsNamed() throws Exception {
        Path database = built();
        String sentence =
                "granary: " + database.resolve("granary.builder") + ": files cannot be locked here (E37)" + ELSEWHERE;
        assertEquals(
                sentence,
                run(database, "l", "build --seeds 10 --dir " + database).assertFailure(1));
        assertEquals(sentence, run(database, "l", "status --dir " + database).assertFailure(1));
        run(database, "l", "info --dir " + database).assertSuccess();
    }

    @Test
    void aMountWithoutMappingsIsNamedByWhatNeedsThem() throws Exception {
        Path database = built();
        for (String command : List.of("build --seeds 10", "verify")) {
            String line = run(database, "m", command + " --dir " + database).assertFailure(1);
            assertTrue(
                    line.matches(
                            "granary: " + database + "/[a-z0-9.-]+: files cannot be mapped here \\(E19\\)" + ELSEWHERE),
                    line);
        }
    }

    @Test
    void workingMemoryThatCannotBeMappedIsNamed() throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        String line = run(
                        scratch,
                        "m",
                        "build --seeds 10 --memory 1M --scratch " + scratch + " --dir " + directory.resolve("db"))
                .assertFailure(1);
        assertTrue(line.startsWith("granary: " + scratch) && line.endsWith("mapped here (E19)" + ELSEWHERE), line);
        assertEquals(List.of(), Databases.contents(scratch).keySet().stream().toList());
    }

    @Test
    void lookupsAndStatusNeedNoMappings() throws Exception {
        Path database = built();
        run(database, "m", "status --dir " + database).assertSuccess();
        String probe = "probe --json 1 0 0 2 0 1 0 3 0 0 1 1 --dir " + database;
        assertEquals(
                Cli.run((Object[]) probe.split(" ")).assertSuccess(),
                run(database, "m", probe).assertSuccess());
    }
}
