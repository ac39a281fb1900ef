package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.http.HttpDirectory;
import granary.http.HttpOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What is kept of a database that is read from a web server. */
public final class CacheOptions {
    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Keep what is read from an address in this directory, for later and for other processes.")
    private Path directory;

    @Option(
            names = "--cache-size",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            defaultValue = "1G",
            description = "About the most that is kept there, such as 500M or 10G (${DEFAULT-VALUE}).")
    private long size;

    /** Returns an address with these options; any other path as it is. */
    public Path of(Path path) {
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new InvalidRequestException("--cache " + directory + " is not a directory");
        }
        return directory == null || !HttpDirectory.isOn(path)
                ? path
                : HttpDirectory.at(path.toUri(), HttpOptions.DEFAULT.withDisk(directory, size));
    }
}
