package granary.command.option;

import granary.http.HttpDirectory;
import granary.http.HttpOptions;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What is kept of a database that is read from a web server. */
public final class CacheOptions {
    private static final String UNITS = "KMGT";

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Keep what is read from an address in this directory, for later and for other processes.")
    private Path directory;

    @Option(
            names = "--cache-size",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = "1G",
            description = "About the most that is kept there, such as 500M or 10G (${DEFAULT-VALUE}).")
    private long size;

    /** Returns an address with these options; any other path as it is. */
    public Path of(Path path) {
        return directory == null || !HttpDirectory.isOn(path)
                ? path
                : HttpDirectory.at(path.toUri(), HttpOptions.DEFAULT.withDisk(directory, size));
    }

    /** Parses a number of bytes. */
    static final class Size implements ITypeConverter<Long> {
        private static final Pattern SYNTAX = Pattern.compile("([1-9][0-9]{0,5})([" + UNITS + "])");

        @Override
        public Long convert(String word) {
            Matcher size = SYNTAX.matcher(word);
            if (!size.matches()) {
                throw new TypeConversionException("'" + word + "' is not a size, such as 500M or 10G");
            }
            return Long.parseLong(size.group(1)) << 10 * (UNITS.indexOf(size.group(2)) + 1);
        }
    }
}
