package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.Monitor;
import granary.command.kit.Subcommand;
import granary.database.Database;
import granary.engine.Engine;
import granary.games.WinLoss;
import granary.http.HttpSource;
import granary.plain.Rules;
import granary.testing.Tsv;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dependencies between packages, as the JDK's jdeps finds them in the classes. */
class ArchitectureTest {
    private static final Pattern ARROW = Pattern.compile(
            "^ +(granary\\S*) +-> ((?:granary|picocli|org\\.jline|com\\.google\\.gson|org\\.eclipse\\.jetty)\\S*) ",
            Pattern.MULTILINE);

    /** For each package those that it uses. */
    private static final Map<String, Set<String>> USES = new TreeMap<>();

    /** For each class the methods that it calls, and its texts behind a quotation mark. */
    private static final Map<String, Set<String>> CALLS = new TreeMap<>();

    /** The methods and texts that name a database's files. */
    private static final Set<String> NAMING = Set.of("FileKind.fileName", "Manifest.fileName", "\"granary.manifest");

    /** The methods that read or write a file. */
    private static final Predicate<String> FILES = Pattern.compile(
                    "Files\\.(copy|create\\w*Link|delete\\w*|lines|mismatch|move|new(Buffered|Byte|Input|Output)\\w+"
                            + "|read(All|String)\\w*|write\\w*)|FileChannel\\.open"
                            + "|(FileInputStream|FileOutputStream|RandomAccessFile)\\.<init>|Disk\\.(publish|rename)")
            .asMatchPredicate();

    /** Classes that name a database's files but write others: exports, which may not lie inside a database, and a site to publish. */
    private static final Set<String> OTHER_FILES =
            Set.of("granary.command.kit.OutputFile", "granary.explorer.publish.Site");

    private static final Set<String> PARSING =
            Set.of("FileHeader.parse", "LayerHeader.parse", "CompressedHeader.parse", "Manifest.parse");

    @BeforeAll
    static void findDependencies() throws IOException, URISyntaxException, ClassNotFoundException {
        List<String> arguments = new ArrayList<>(
                List.of("-verbose:package", "-filter:none", "--ignore-missing-deps", "--multi-release", "base"));
        List<Class<?>> inModules = List.of(
                Rules.class,
                Database.class,
                WinLoss.class,
                Engine.class,
                HttpSource.class,
                Monitor.class,
                Subcommand.class,
                Class.forName("granary.explorer.ServeCommand"));
        for (Class<?> inModule : inModules) {
            Path module = Path.of(
                    inModule.getProtectionDomain().getCodeSource().getLocation().toURI());
            arguments.add(module.toString());
            findCalls(module);
        }
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        int exitCode =
                ToolProvider.findFirst("jdeps").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertEquals(0, exitCode, out::toString);
        Matcher arrows = ARROW.matcher(out.toString());
        while (arrows.find()) {
            if (!arrows.group(1).equals(arrows.group(2))) {
                USES.computeIfAbsent(arrows.group(1), name -> new TreeSet<>()).add(arrows.group(2));
            }
        }
        assertTrue(USES.get("granary.command.read").contains("granary.database"), USES::toString);
    }

    /** Finds what the classes in a jar or a directory call, and which texts they hold. */
    private static void findCalls(Path module) throws IOException {
        if (Files.isDirectory(module)) {
            findCallsBelow(module);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(module)) {
            findCallsBelow(jar.getPath("/"));
        }
    }

    private static void findCallsBelow(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                String name = model.thisClass()
                        .asInternalName()
                        .replaceAll("\\$.*", "")
                        .replace('/', '.');
                Set<String> calls = CALLS.computeIfAbsent(name, first -> new TreeSet<>());
                for (PoolEntry entry : model.constantPool()) {
                    if (entry instanceof MemberRefEntry call) {
                        String owner = call.owner().asInternalName().replaceAll(".*/", "");
                        calls.add(owner + "." + call.name().stringValue());
                    } else if (entry instanceof StringEntry text) {
                        calls.add('"' + text.stringValue());
                    }
                }
            }
        }
    }

    /** A class that names a database's files and calls methods for files reads or writes that database. */
    @Test
    void onlySourcesReadAndOnlyTheStoreWritesDatabases() {
        Set<String> wrong = new TreeSet<>();
        CALLS.forEach((name, calls) -> {
            boolean isAllowed = isIn(name, "granary.storage") || isIn(name, "granary.builder.store");
            if (!isAllowed
                    && calls.stream().anyMatch(NAMING::contains)
                    && calls.stream().anyMatch(FILES)) {
                wrong.add(name);
            }
        });
        wrong.removeAll(OTHER_FILES);
        assertEquals(Set.of(), wrong);
        assertTrue(CALLS.get("granary.builder.store.DatabaseDirectory").stream().anyMatch(FILES));
    }

    @Test
    void onlyAListingReadsManifestsAndOnlyALayerFileHeaders() {
        Set<String> parsing = new TreeSet<>();
        CALLS.forEach((name, calls) -> {
            boolean isAllowed = isIn(name, "granary.format") || isIn(name, "granary.builder.store");
            if (!isAllowed && calls.stream().anyMatch(PARSING::contains)) {
                parsing.add(name);
            }
        });
        assertEquals(
                Set.of("granary.database.LayerFile", "granary.database.Listing", "granary.http.HttpSource"), parsing);
    }

    @Test
    void noPackageUsesItselfByWayOfOthers() {
        for (String start : USES.keySet()) {
            Set<String> reached = new TreeSet<>();
            collect(start, reached);
            assertFalse(reached.contains(start), () -> start + " is in a cycle among " + reached);
        }
    }

    private static void collect(String from, Set<String> reached) {
        for (String used : USES.getOrDefault(from, Set.of())) {
            if (reached.add(used)) {
                collect(used, reached);
            }
        }
    }

    @Test
    void noPackageUsesWhatItMustNotKnow() {
        List<String> wrong = new ArrayList<>();
        for (Map<String, String> row : Tsv.rows(ArchitectureTest.class, "forbidden-dependencies.tsv")) {
            USES.forEach((user, used) -> {
                if (isIn(user, row.get("package"))) {
                    used.stream()
                            .filter(name -> isIn(name, row.get("must not use")))
                            .forEach(name -> wrong.add(user + " uses " + name));
                }
            });
        }
        assertEquals(List.of(), wrong);
    }

    /** Otherwise, code would be compared with itself. */
    @Test
    void thePlainModuleStandsApart() {
        assertEquals(null, USES.get("granary.plain"));
        USES.forEach((user, used) -> assertFalse(used.contains("granary.plain"), user));
    }

    private static boolean isIn(String name, String parent) {
        return name.equals(parent) || name.startsWith(parent + ".");
    }
}
