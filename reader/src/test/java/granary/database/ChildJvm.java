package granary.database;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a class of the tests in a JVM of its own. */
final class ChildJvm {
    private ChildJvm() {}

    /** What a child printed, and how it ended. */
    record Outcome(int exitCode, String out, String err) {}

    /**
     * Returns the home of a JDK of exactly this version: the running one, or {@code JDK17_HOME}, {@code JAVA_HOME}, or
     * one in the usual place.
     */
    static Optional<Path> home(int version) {
        List<String> candidates = new ArrayList<>();
        candidates.add(System.getProperty("java.home"));
        candidates.add(System.getenv("JDK" + version + "_HOME"));
        candidates.add(System.getenv("JAVA_HOME"));
        Path usual = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(usual)) {
            try (Stream<Path> homes = Files.list(usual)) {
                homes.sorted().forEach(home -> candidates.add(home.toString()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return candidates.stream()
                .filter(home -> home != null && isVersion(Path.of(home), version))
                .map(Path::of)
                .findFirst();
    }

    private static boolean isVersion(Path home, int version) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.exists(release)) {
            return false;
        }
        try {
            String prefix = "JAVA_VERSION=\"" + version;
            return Files.readAllLines(release).stream()
                    .anyMatch(line -> line.startsWith(prefix + ".") || line.equals(prefix + "\""));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a class with the reader on the class path, or on the module path, without a flag. */
    static Process start(Path home, boolean modular, Path directory, Class<?> main, String... arguments)
            throws IOException {
        return start(home, Optional.empty(), modular, directory, main, arguments);
    }

    /** Starts a class with a flag. */
    static Process start(
            Path home, Optional<String> flag, boolean modular, Path directory, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        flag.ifPresent(command::add);
        String reader = location(Database.class);
        String tests = location(main);
        if (modular) {
            command.addAll(List.of("--module-path", reader, "--add-modules", "granary.reader"));
            command.addAll(List.of("--patch-module", "granary.reader=" + tests));
            command.addAll(List.of("--module", "granary.reader/" + main.getName()));
        } else {
            command.addAll(List.of("-cp", reader + File.pathSeparator + tests, main.getName()));
        }
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    /** Waits for a child. */
    static Outcome await(Process process, Path directory) throws IOException, InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the child hangs");
        }
        return new Outcome(
                process.exitValue(),
                Files.readString(directory.resolve("out")),
                Files.readString(directory.resolve("err")));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
