package granary.format;

import granary.error.DamagedFileException;
import granary.error.UnsupportedDatabaseException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the lines of a manifest whose checksum holds. */
final class ManifestLines {
    private static final String NAME = "[!-~]+";
    private static final String PARAMETER = NAME + " [!-~]+";
    private static final Pattern FILE = Pattern.compile("(0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,17}) ([0-9a-f]{64})");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\n -~]");

    private final String where;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<FileKind, SortedMap<Integer, Manifest.Entry>> files = new EnumMap<>(FileKind.class);

    private String game;
    private int at;

    ManifestLines(String where) {
        this.where = where;
    }

    Manifest parse(String text) {
        checkVersion(text);
        Matcher unprintable = UNPRINTABLE.matcher(text);
        if (unprintable.find()) {
            at = unprintable.start();
            throw corrupt("printable ASCII", "byte " + Integer.toHexString(text.charAt(at)));
        }
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            if (!take(line)) {
                throw corrupt("a manifest line, each but once", "'" + line + "'");
            }
            at += line.length() + 1;
        }
        if (game == null) {
            throw corrupt("a game", "none");
        }
        Manifest manifest = new Manifest(game, parameters, files);
        for (FileKind kind : FileKind.values()) {
            SortedSet<Integer> layers = new TreeSet<>(manifest.files(kind).keySet());
            if (!manifest.scoreLayers().containsAll(layers)) {
                throw corrupt(kind.word() + " of layers that have scores", "layers " + layers);
            }
        }
        SortedSet<Integer> both =
                new TreeSet<>(manifest.files(FileKind.COMPRESSED).keySet());
        both.retainAll(manifest.files(FileKind.SCORES).keySet());
        if (!both.isEmpty()) {
            throw corrupt("each layer packed or compressed", "layers " + both + " both");
        }
        return manifest;
    }

    private void checkVersion(String text) {
        String line = text.substring(0, text.indexOf('\n'));
        if (!line.equals(Manifest.FIRST_WORD + HeaderPage.MAJOR)) {
            String version = line.substring(Manifest.FIRST_WORD.length());
            boolean number = version.matches("[0-9]{1,9}");
            throw new UnsupportedDatabaseException(
                    where,
                    0,
                    "version " + HeaderPage.MAJOR,
                    "'" + Manifest.printable(line) + "'",
                    number ? HeaderPage.versionCause(Long.parseLong(version)) : "edited by hand");
        }
    }

    /** Parses a line and returns whether it is valid. */
    private boolean take(String line) {
        String word = line.split(" ", 2)[0];
        String rest = line.substring(Math.min(line.length(), word.length() + 1));
        for (FileKind kind : FileKind.values()) {
            if (word.equals(kind.word())) {
                return takeFile(files.computeIfAbsent(kind, each -> new TreeMap<>()), rest);
            }
        }
        return switch (word) {
            case "granary" -> at == 0;
            case "game" -> takeGame(rest);
            case "parameter" -> takeParameter(rest);
            case "checksum" -> false; // there is one, the last line
            default -> true; // a later version's line: nothing this reader needs
        };
    }

    private boolean takeGame(String name) {
        boolean first = game == null;
        game = name;
        return first && name.matches(NAME);
    }

    private boolean takeParameter(String rest) {
        String[] words = rest.split(" ", 2);
        return rest.matches(PARAMETER) && parameters.put(words[0], words[1]) == null;
    }

    private boolean takeFile(SortedMap<Integer, Manifest.Entry> taken, String rest) {
        Matcher file = FILE.matcher(rest);
        return file.matches()
                && taken.put(
                                Integer.parseInt(file.group(1)),
                                new Manifest.Entry(Long.parseLong(file.group(2)), file.group(3)))
                        == null;
    }

    private DamagedFileException corrupt(String expected, String actual) {
        return new DamagedFileException(where, at, expected, actual, "edited by hand");
    }
}
