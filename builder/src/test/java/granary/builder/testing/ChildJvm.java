package granary.builder.testing;

import granary.builder.command.Granary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs in JVMs of their own. */
public final class ChildJvm {
    private static final int PATIENCE_SECONDS = 120;

    private ChildJvm() {}

    /** Runs the command line with this JVM's class path and flags. */
    public static Outcome granary(Object... arguments) throws IOException, InterruptedException {
        return run(granaryCommand(arguments));
    }

    /** Runs a class with this JVM's class path and flags. */
    public static Outcome java(Class<?> main, Object... arguments) throws IOException, InterruptedException {
        return run(javaCommand(main, arguments));
    }

    /** Returns the command that {@link #granary} runs. */
    public static List<String> granaryCommand(Object... arguments) {
        return javaCommand(Granary.class, arguments);
    }

    private static List<String> javaCommand(Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                // The vector module is left out because Java announces it on standard error.
                .filter(flag -> flag.startsWith("--") && !flag.startsWith("--add-modules"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(words(arguments)));
        return command;
    }

    /** Runs a command to its end, killing it when it takes minutes. */
    public static Outcome run(List<String> command) throws IOException, InterruptedException {
        return run(command, Path.of(""));
    }

    /** Runs a command in a directory. */
    public static Outcome run(List<String> command, Path directory) throws IOException, InterruptedException {
        Path out = Files.createTempFile("granary-out", ".txt");
        Path err = Files.createTempFile("granary-err", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toAbsolutePath().toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            return new Outcome(process.exitValue(), read(out), read(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String[] words(Object... arguments) {
        return Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    }
}
