package granary.builder.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the JDKs of this machine. */
public final class Jdks {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /** Returns the home of a JDK of a feature version. */
    public static Optional<Path> find(int version) throws IOException {
        for (Path home : candidates()) {
            if (Files.isExecutable(home.resolve("bin").resolve("javac")) && isVersion(home, version)) {
                return Optional.of(home);
            }
        }
        return Optional.empty();
    }

    private static List<Path> candidates() throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String home :
                new String[] {System.getProperty("java.home"), System.getenv("JAVA_HOME"), System.getenv("JDK17_HOME")
                }) {
            if (home != null) {
                homes.add(Path.of(home));
            }
        }
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> installed = Files.list(INSTALLED)) {
                installed.forEach(homes::add);
            }
        }
        return homes;
    }

    private static boolean isVersion(Path home, int version) throws IOException {
        Path release = home.resolve("release");
        return Files.exists(release)
                && Files.readAllLines(release).stream()
                        .anyMatch(line -> line.matches("JAVA_VERSION=\"" + version + "\\b.*"));
    }
}
