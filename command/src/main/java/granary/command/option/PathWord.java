package granary.command.option;

import granary.storage.Access;
import granary.storage.Addresses;
import granary.storage.DirectorySource;
import granary.storage.Source;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes a path of a word of the command line. */
public final class PathWord {
    private PathWord() {}

    /**
     * Returns the local path that a word names.
     *
     * @throws TypeConversionException with the reason when the word names none
     */
    public static Path local(String word) {
        if (Addresses.isAddress(word)) {
            throw new TypeConversionException(
                    "'" + word + "' is an address; this needs a path here (granary fetch copies a database)");
        }
        if (word.isBlank()) {
            // An empty word is usually an unset shell variable. Java would take it for the current directory.
            throw new TypeConversionException("the path is empty");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    word.indexOf('\0') >= 0
                            ? "'" + word + "' is not a path"
                            : "the locale's encoding, " + Charset.forName(System.getProperty("sun.jnu.encoding"))
                                    + ", does not have all characters of '" + word + "'; try LC_ALL=C.UTF-8");
        }
    }

    /** Makes a path of the name of a directory that exists. */
    public static final class Directory implements ITypeConverter<Path> {
        @Override
        public Path convert(String word) {
            Path path = local(word);
            if (!Files.isDirectory(path)) {
                throw new TypeConversionException(
                        "'" + word + "' is not a directory" + (Files.exists(path) ? "" : ": create it first"));
            }
            return path;
        }
    }

    /** Finds the database that a directory's name or an address on a web server stands for. */
    public static final class Anywhere implements ITypeConverter<Source> {
        @Override
        public Source convert(String word) {
            if (!Addresses.isAddress(word)) {
                return new DirectorySource(local(word), Access.MAPPED);
            }
            try {
                return Addresses.at(Addresses.parse(word));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
