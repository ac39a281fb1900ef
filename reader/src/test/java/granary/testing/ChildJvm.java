package granary.testing;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs programs in JVMs of their own. */
public final class ChildJvm {
    private static final int PATIENCE_SECONDS = 600;

    /** Flags that save a program of one second its start-up work. */
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private ChildJvm() {}

    /** Returns the command that runs a class with this JVM's class path and flags. */
    public static List<String> command(Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java(Path.of(System.getProperty("java.home"))));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .forEach(command::add);
        command.addAll(QUICK_START);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(words(arguments)));
        return command;
    }

    /** Runs a class with this JVM's class path and flags. */
    public static Outcome java(Class<?> main, Object... arguments) throws IOException, InterruptedException {
        return run(command(main, arguments));
    }

    /** Returns the {@code java} of a JDK. */
    public static String java(Path home) {
        return home.resolve("bin").resolve("java").toString();
    }

    /** Returns a class path, or a module path, of where some classes come from: jars, or directories of classes. */
    public static String path(Class<?>... classes) {
        return Stream.of(classes).map(ChildJvm::location).distinct().collect(Collectors.joining(File.pathSeparator));
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

    /** Runs a command to its end, killing it when it takes minutes. */
    public static Outcome run(List<String> command) throws IOException, InterruptedException {
        return run(command, Path.of(""));
    }

    /** Runs a command in a directory. */
    public static Outcome run(List<String> command, Path directory) throws IOException, InterruptedException {
        return start(command, directory).await();
    }

    /** Starts a command in a directory. */
    public static Running start(List<String> command, Path directory) throws IOException {
        Path out = Files.createTempFile("granary-out", ".txt");
        Path err = Files.createTempFile("granary-err", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Running(process, out, err);
    }

    /** A program that was started. */
    public record Running(Process process, Path out, Path err) {
        /** Waits for its end, and kills it when it takes minutes. */
        public Outcome await() throws IOException, InterruptedException {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
                return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                process.destroyForcibly(); // if the test was interrupted
                Files.delete(out);
                Files.delete(err);
            }
        }
    }

    /** Returns arguments as text, each element of an array or a list as one of its own. */
    public static String[] words(Object... arguments) {
        return Stream.of(arguments).flatMap(ChildJvm::word).toArray(String[]::new);
    }

    private static Stream<String> word(Object argument) {
        if (argument instanceof int[] numbers) {
            return IntStream.of(numbers).mapToObj(Integer::toString);
        }
        Object[] more =
                argument instanceof List<?> list ? list.toArray() : argument instanceof Object[] all ? all : null;
        return more == null ? Stream.of(argument.toString()) : Stream.of(words(more));
    }
}
