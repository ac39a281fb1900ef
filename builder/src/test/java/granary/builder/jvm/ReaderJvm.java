package granary.builder.jvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.builder.testing.ChildJvm;
import granary.builder.testing.Jdks;
import granary.builder.testing.Outcome;
import granary.database.Database;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs programs that embed the reader: nothing else on the class path, no flags. */
final class ReaderJvm {
    private static final Path PROGRAMS = Path.of("src", "test", "resources");

    private ReaderJvm() {}

    /** Runs a program from its source on a JDK of a feature version; the test is skipped where there is none. */
    static Outcome run(int version, String program, Object... arguments) throws IOException, InterruptedException {
        Optional<Path> jdk = Jdks.find(version);
        assumeTrue(jdk.isPresent(), "there is no JDK " + version + " on this machine");
        List<String> command = new ArrayList<>(List.of(
                jdk.get().resolve("bin").resolve("java").toString(),
                "-cp",
                readerClasses().toString(),
                PROGRAMS.resolve(program + ".java").toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return ChildJvm.run(command);
    }

    private static Path readerClasses() {
        try {
            return Path.of(Database.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
