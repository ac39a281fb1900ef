package granary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Finds the JDKs of this machine. */
public final class Jdks {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /**
     * Returns the home of a JDK of exactly this feature version: the running one, what {@code JDK17_HOME} (or 25) or
     * {@code JAVA_HOME} names, or one where Linux installs them.
     */
    public static Optional<Path> find(int version) {
        return Stream.concat(
                        Stream.of(
                                        System.getProperty("java.home"),
                                        System.getenv("JDK" + version + "_HOME"),
                                        System.getenv("JAVA_HOME"))
                                .filter(home -> home != null)
                                .map(Path::of),
                        installed())
                .filter(home -> isVersion(home, version))
                .findFirst();
    }

    /** Returns the home of a JDK of exactly this feature version; the test is skipped where there is none. */
    public static Path require(int version) {
        return find(version)
                .orElseThrow(() -> new TestAbortedException(
                        "no JDK " + version + " on this machine; name one in JDK" + version + "_HOME"));
    }

    private static Stream<Path> installed() {
        if (!Files.isDirectory(INSTALLED)) {
            return Stream.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isVersion(Path home, int version) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin").resolve("javac")) || !Files.exists(release)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.anyMatch(line -> line.matches("JAVA_VERSION=\"" + version + "\\b.*"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
