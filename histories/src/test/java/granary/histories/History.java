package granary.histories;

import granary.builder.Units;
import granary.builder.file.LockFile;
import granary.builder.store.BuilderLock;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.builder.testing.disk.ProcessStopped;
import granary.command.DiskShell;
import granary.command.builder.VerifyReport;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.http.HttpOptions;
import granary.http.HttpSource;
import granary.statistics.StatisticsFiles;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Source;
import granary.testing.FileServer;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commands on synthetic directories, with faults and damage in between, all drawn from one number. Each step checks that nothing false is
 * said and nothing whole is lost. The end checks that the advice of errors leads to the files that uninterrupted commands make.
 */
final class History {
    private static final Pattern FILE = Pattern.compile(
            "disk://(/[A-Za-z0-9/_.-]*?/(?:granary\\.manifest|layer-[0-9]{3}[a-z.]*\\.granary))\\b(?!\\.)");
    private static final Pattern NAME = Pattern.compile("layer-[0-9]{3}[a-z.]*\\.granary");
    private static final Pattern LAYER_FILE = Pattern.compile(".*/" + NAME);
    private static final Pattern DIRECTORY = Pattern.compile("disk://(/[a-z]+)");
    private static final Pattern LAYER = Pattern.compile(
            "layer ([0-9]+)(?: of [0-9]+)?: ([0-9,]+) positions.*?(?:distances to ([0-9]+).*)?(?:\\n|$)");
    private static final Pattern ABSENT = Pattern.compile("/(layer-[0-9]+\\.\\S+) is listed, but not there\n");

    /** These make all that they promise where nothing is. */
    private static final Pattern MAKES = Pattern.compile("build|compress|decompress|fetch|publish");

    /** These ask for room before they write layers. */
    private static final Pattern ASKS = Pattern.compile("build|compress|decompress|fetch");

    private static final Pattern ADVICE = Pattern.compile("granary (repair --dir [^ ;,]+)");
    private static final List<String> OF_USERS = List.of(
            "notes.txt",
            "thesis/chapter-1.tex",
            "thesis/layer-002.granary",
            "layer-001.granary.bak",
            "old.part",
            "layer-notes.granary.part",
            "granary.manifest.old",
            "statistics.json");
    /** Advice to begin again, if the files that are left do not show what the others were. Sources never need it. */
    private static final List<String> GIVEN_UP = List.of(
            "says which game",
            "choose another directory",
            "fetch into another directory",
            "compress into an empty directory");

    private static final int MOST_ROUNDS = 8;

    private static final HttpOptions FAR = new HttpOptions(64 << 20, Duration.ofSeconds(30), Duration.ofMillis(1));

    /** The directory that is published. */
    private static final String SITE = "/site";

    /** A failed history, with its reason. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message, null, false, false);
        }
    }

    private final World world;
    private final World other;
    private final DiskShell shell;
    private final Random random;
    private final FaultyDisk disk;
    private final List<String> steps = new ArrayList<>();
    private final Map<String, Integer> counts;
    private final List<Place> places = new ArrayList<>();
    /** Files of users, by name. */
    private final Map<String, byte[]> ofUsers = new TreeMap<>();
    /** Contents of damaged files, null for missing ones. A file is damaged as long as it has these contents. */
    private final Map<String, byte[]> damaged = new TreeMap<>();
    /** Contents of damaged files before the damage. */
    private final Map<String, byte[]> undamaged = new HashMap<>();
    /** Files of layers that were altered when nothing listed them: nobody knows whose they are. */
    private final Map<String, byte[]> strays = new HashMap<>();
    /** Manifests of another game or an earlier time, by which layers seem to be foreign or missing. */
    private final Set<String> foreign = new TreeSet<>();
    /** Directories whose manifest was lost or is of another version, so that nothing lists the layers that were missing then. */
    private final Set<String> forgotten = new TreeSet<>();
    /** Manifests that were there before, by name. */
    private final Map<String, List<byte[]>> older = new HashMap<>();

    /** By directory: the contents of the disk at the last check of its answers. */
    private final Map<String, SortedMap<String, byte[]>> checked = new HashMap<>();

    /** Directories in which another version stands. */
    private final Set<String> changed = new TreeSet<>();

    /** Files that unfinished commands have left unforced: a cut of the power may take them until a command has finished. */
    private final Set<String> unforced = new TreeSet<>();

    private final List<Database> readers = new ArrayList<>();
    /** True if the fault of the last command happened. */
    private boolean hasHappened;

    History(World world, World other, DiskShell shell, long number, Map<String, Integer> counts) {
        this.world = world;
        this.other = other;
        this.shell = shell;
        this.random = new Random(number * 0x9E3779B97F4A7C15L);
        this.disk = world.disk();
        this.counts = counts;
        draw();
    }

    /** Begins with a disk on which nothing is damaged but for some files, for what is to happen to one directory. */
    History(World world, DiskShell shell, FaultyDisk disk, Place place, List<String> damaged) {
        this.world = world;
        this.other = world;
        this.shell = shell;
        this.random = new Random(0);
        this.disk = disk;
        this.counts = new TreeMap<>();
        places.add(place);
        damaged.forEach(name -> this.damaged.put(name, disk.content(name)));
    }

    /**
     * Has a fault happen to a command, and runs it again.
     *
     * @return whether the fault happened
     */
    boolean disturb(String command, Fault fault) {
        Place place = places.getFirst();
        try {
            command(place, command, fault);
            boolean happens = hasHappened;
            Outcome again = command(place, command, Fault.NONE);
            if (command.startsWith("repair")) { // the commands that made what it leaves out make that again
                for (String whole : place.commands()) {
                    again = again.exitCode() == 0 ? command(place, whole, Fault.NONE) : again;
                }
            }
            if (again.exitCode() != 0) {
                throw new Failure("the same command fails: " + again.err());
            }
            String difference = difference(place);
            if (!difference.isEmpty()) {
                throw new Failure("the same command ends otherwise: " + difference);
            }
            disk.loseUnforced();
            String lost = difference(place)
                    .replaceAll("besides [^,]*(, |$)", "") // what was removed may be there again
                    .replaceAll("no statistics-[0-9]+\\.json(, |$)", ""); // counted again
            if (!lost.isEmpty()) {
                throw new Failure("a cut of the power after it takes what it had made: " + lost);
            }
            return happens;
        } catch (Failure e) {
            throw new Failure(e.getMessage() + "\n  " + String.join("\n  ", steps));
        }
    }

    private void draw() {
        List<Place> all = new ArrayList<>();
        boolean distances = world.isAwari && random.nextBoolean();
        String with = (distances ? " --distances" : "") + (world.isAwari && random.nextBoolean() ? " --bounds" : "");
        String build = world.build("/db", world.top);
        all.add(new Place(
                "/db",
                List.of(build + with),
                others(
                        "/db",
                        world.build("/db", 1 + random.nextInt(world.top)) + with,
                        build,
                        "repair --dir disk:///db --threads 1",
                        "repair --dry-run --dir disk:///db --threads 1"),
                null));
        if (world.isAwari) {
            String compress = world.compress(World.WHOLE, "/compressed");
            String repair = "repair --threads 1 --dir disk://";
            all.add(new Place(
                    "/compressed",
                    List.of(compress),
                    others("/compressed", compress, repair + "/compressed"),
                    World.WHOLE));
            String decompress = "decompress --dir disk://" + World.SMALL + " --out disk:///packed --threads 1";
            all.add(new Place(
                    "/packed", List.of(decompress), others("/packed", decompress, repair + "/packed"), World.SMALL));
        }
        String from = world.isAwari && random.nextBoolean() ? World.SMALL : World.WHOLE;
        String fetch = "fetch disk://" + from + " --dir disk:///copy";
        String some = fetch + " --layers 0.." + random.nextInt(world.top);
        all.add(new Place(
                "/copy", List.of(fetch), others("/copy", some, "repair --dir disk:///copy --threads 1"), from));
        String whence = world.isAwari ? World.SMALL : World.WHOLE;
        String publish = "publish --dir disk://" + whence + " --out disk://" + SITE;
        all.add(new Place(SITE, List.of(publish), others(SITE, publish), whence));
        all.addAll(world.places);
        int count = Math.min(all.size(), 1 + random.nextInt(3));
        while (places.size() < count) {
            places.add(all.remove(random.nextInt(all.size())));
        }
    }

    /** Returns commands that check a directory, and more. */
    private static List<String> others(String directory, String... more) {
        Stream<String> checks = Stream.of("verify --threads 1", "verify --checksums --threads 1", "info");
        return Stream.concat(checks.map(check -> check + " --dir disk://" + directory), Stream.of(more))
                .toList();
    }

    /** Runs the history. */
    void run() {
        try {
            int length = 3 + random.nextInt(10);
            for (int i = 0; i < length; i++) {
                step();
            }
            for (Place place : places) {
                heal(place);
            }
        } catch (Failure e) {
            throw new Failure(e.getMessage() + "\n  " + String.join("\n  ", steps));
        } catch (RuntimeException e) {
            throw new IllegalStateException(String.join("\n  ", steps), e);
        } finally {
            readers.forEach(Database::close);
        }
    }

    private void note(String step) {
        steps.add(step);
    }

    private Place any() {
        return places.get(random.nextInt(places.size()));
    }

    private void step() {
        Place place = any();
        int what = random.nextInt(100);
        if (what < 60) {
            boolean isEmpty = disk.files(place.directory()).isEmpty();
            boolean isMain = random.nextInt(100) < 55
                    || place.others().isEmpty()
                    || isEmpty
                    || isUnfinishedSite(place.directory());
            List<String> from = isMain ? place.commands() : place.others();
            command(place, isEmpty ? from.getFirst() : from.get(random.nextInt(from.size())), fault());
        } else if (what < 77) {
            damage(place);
        } else if (what < 80) {
            changeVersion(place.source());
        } else if (what < 86) {
            read(place);
        } else if (what < 93) {
            if (isUnfinishedSite(place.directory())) {
                return; // until it is known as a site, nothing else may be there
            }
            byte[] bytes = ("of a user, " + steps.size()).getBytes(StandardCharsets.UTF_8);
            String packed = place.directory() + "/" + FileKind.SCORES.fileName(random.nextInt(world.top + 1));
            boolean isStray = disk.content(packed) == null && isBesideCompressed(packed);
            String name = isStray ? packed : place.directory() + "/" + OF_USERS.get(random.nextInt(OF_USERS.size()));
            disk.put(name, bytes);
            (isStray ? strays : ofUsers).put(name, bytes);
            note("a user writes " + name);
        } else if (what < 99) {
            secondProcess(place);
        } else {
            readFar(place);
        }
        checkReaders();
    }

    private boolean isUnfinishedSite(String directory) {
        return directory.equals(SITE) && disk.content(SITE + "/" + Manifest.FILE_NAME) == null;
    }

    /** Has another version stand behind an address, or the first one again. */
    private void changeVersion(String source) {
        if (source == null) {
            return;
        }
        version(source).forEach(disk::put);
        noteVersion(source);
    }

    private Map<String, byte[]> version(String source) {
        return source == null ? Map.of() : world.version(source, !changed.contains(source));
    }

    private void noteVersion(String source) {
        note("another version stands in " + source);
        count("another version");
        if (!changed.remove(source)) {
            changed.add(source);
        }
        for (String name : version(source).keySet()) {
            damaged.remove(name);
            if (!Arrays.equals(disk.content(name), world.sources().get(name))) {
                damaged.put(name, disk.content(name));
            }
        }
    }

    private Fault fault() {
        if (random.nextInt(100) < 40) {
            return Fault.NONE;
        }
        Fault.Kind[] kinds = Fault.Kind.values();
        Fault.Kind kind = kinds[random.nextInt(kinds.length)];
        int call = 1 + random.nextInt(1 << (3 + random.nextInt(8)));
        return new Fault(kind, kind == Fault.Kind.NO_ROOM ? 1 : call, 1 + random.nextInt(1 << 20));
    }

    /** Damages a file, but no user's. */
    private void damage(Place place) {
        boolean isSource = place.source() != null && random.nextInt(5) == 0;
        String directory = isSource ? place.source() : place.directory();
        if (directory.equals("/copy") && random.nextInt(4) == 0) {
            beginCopy(place);
            return;
        }
        List<String> files = disk.files(directory).stream()
                .filter(name -> !World.isMark(name) && !ofUsers.containsKey(name))
                .filter(name -> !name.endsWith(".part") && !name.endsWith(".lock") && !name.endsWith("hosting.txt"))
                .filter(name -> !name.contains("/scores.")) // only one place
                .toList();
        if (files.isEmpty()) {
            return;
        }
        String name = files.get(random.nextInt(files.size()));
        if (name.endsWith(Manifest.FILE_NAME) && !besideCompressed(directory).isEmpty()) {
            return; // it alone shows that these are none of the database's
        }
        byte[] bytes = disk.content(name);
        byte[] then = bytes;
        String how;
        switch (random.nextInt(7)) {
            case 0, 1, 2 -> {
                if (bytes.length == 0) {
                    return;
                }
                // Headers take most of such small files; half of the damages are behind them.
                int at = bytes.length > 4096 && random.nextBoolean()
                        ? 4096 + random.nextInt(bytes.length - 4096)
                        : random.nextInt(bytes.length);
                then = bytes.clone();
                then[at] ^= (byte) (1 << random.nextInt(8));
                how = "alters byte " + at + " of";
            }
            case 3 -> {
                then = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                how = "truncates";
            }
            case 4 -> {
                then = null;
                how = "deletes";
            }
            case 5 -> {
                String from = files.get(random.nextInt(files.size()));
                if (older.containsKey(name)) {
                    List<byte[]> all = older.get(name);
                    then = all.get(random.nextInt(all.size()));
                    how = "restores an older";
                } else {
                    then = disk.content(from);
                    how = "copies " + from + " over";
                }
            }
            default -> {
                then = ofOther(name);
                if (then == null) {
                    return;
                }
                how = "copies that of another game over";
            }
        }
        if (Arrays.equals(bytes, then)) {
            return;
        }
        if (!isBad(name)) {
            undamaged.put(name, bytes);
        }
        disk.put(name, then);
        if (then != null && Arrays.equals(undamaged.get(name), then)) {
            damaged.remove(name);
        } else if (isListed(name)) {
            damaged.put(name, then);
        } else if (then != null) {
            strays.put(name, then);
        }
        boolean wasForeign = foreign.remove(name);
        if (name.endsWith(Manifest.FILE_NAME)) {
            if (wasForeign) { // what it listed was never there
                damaged.keySet().removeIf(file -> file.startsWith(directory + "/layer-") && disk.content(file) == null);
            }
            if (how.contains("another game") || how.contains("older")) {
                foreign.add(name);
            }
            judgeByManifest(directory);
        }
        note("somebody " + how + " " + name);
        count("damage: " + how.replaceAll(" .*", ""));
    }

    /**
     * Sorts altered files: those that the new manifest lists are damaged, or all if no manifest can be read; the others are strays. Only
     * listed files can be missing.
     */
    private void judgeByManifest(String directory) {
        damaged.keySet()
                .removeIf(name -> name.startsWith(directory + "/") && disk.content(name) == null && !isListed(name));
        listed(directory).orElse(Set.of()).stream()
                .filter(name -> disk.content(name) == null)
                .forEach(name -> damaged.put(name, null));
        for (String name : disk.files(directory)) {
            if (isStray(name) && isListed(name)) {
                damaged.put(name, strays.remove(name));
            } else if (isBad(name) && !isListed(name)) {
                strays.put(name, damaged.remove(name));
            }
        }
    }

    /** Leaves what a fetch of another version may have left that was killed. */
    private void beginCopy(Place place) {
        List<String> files = disk.files(place.source()).stream()
                .filter(name -> LAYER_FILE.matcher(name).matches())
                .toList();
        if (files.isEmpty()) {
            return;
        }
        String file = files.get(random.nextInt(files.size()));
        String name = file.replace(place.source(), place.directory()) + ".fetched";
        byte[] bytes = disk.content(file);
        disk.put(name, Arrays.copyOf(bytes, random.nextInt(bytes.length * 3 / 2 + 1)));
        note("a fetch of another version was killed: " + name);
    }

    /** Returns the contents of a file of this name in a database of another game, or null. */
    private byte[] ofOther(String name) {
        return other.sources().get(World.WHOLE + name.substring(name.lastIndexOf('/')));
    }

    /** Returns whether a file is a manifest, or the manifest lists it or cannot be read. A begun copy and statistics never are. */
    private boolean isListed(String name) {
        String directory = FaultyDisk.parent(name);
        return !name.endsWith(".fetched")
                && !name.contains("/statistics-")
                && (name.equals(directory + "/" + Manifest.FILE_NAME)
                        || listed(directory)
                                .map(listed -> listed.contains(name))
                                .orElse(true));
    }

    /** Returns the files that a directory's manifest lists, if one can be read. */
    private Optional<Set<String>> listed(String directory) {
        String path = directory + "/" + Manifest.FILE_NAME;
        byte[] manifest = disk.content(path);
        try {
            return manifest == null
                    ? Optional.empty()
                    : Optional.of(Manifest.parse(path, manifest).allFiles().keySet().stream()
                            .map(file -> directory + "/" + file)
                            .collect(Collectors.toSet()));
        } catch (DatabaseException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a file has, or would have, the name of a packed layer that is listed compressed alone. */
    private boolean isBesideCompressed(String name) {
        return name.matches(".*/layer-[0-9]{3}\\.granary")
                && !isListed(name)
                && isListed(name.replace(".granary", ".compressed.granary"));
    }

    private List<String> besideCompressed(String directory) {
        return strays.keySet().stream()
                .filter(name -> name.startsWith(directory + "/") && isStray(name) && isBesideCompressed(name))
                .filter(name -> !isRight(name, disk.content(name))) // then it is known
                .toList();
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void read(Place place) {
        DiskProcess process = disk.start(Fault.NONE);
        try {
            Database database = Database.open(
                    process.path(place.directory()),
                    OpenOptions.DEFAULT
                            .withAccess(random.nextBoolean() ? Access.POSITIONED : Access.MAPPED)
                            .withLayers(random.nextInt(3) == 0 ? 1 + random.nextInt(world.top) : 0, world.top));
            readers.add(database);
            note("a reader opens " + place.directory());
            count("reader stays open");
        } catch (DatabaseException e) {
            note("a reader does not open " + place.directory());
        }
    }

    /** Reads over HTTP. One bit of an answer is altered once, which hinders nobody. */
    private void readFar(Place place) {
        List<String> layers = disk.files(place.directory()).stream()
                .filter(name -> LAYER_FILE.matcher(name).matches())
                .toList();
        String altered = layers.isEmpty() ? "" : layers.get(random.nextInt(layers.size()));
        byte[] bytes = layers.isEmpty() ? new byte[0] : disk.content(altered);
        long at = random.nextInt(random.nextBoolean() ? 4096 : Math.max(1, bytes.length));
        AtomicBoolean isAltered = new AtomicBoolean();
        DiskProcess process = disk.start(Fault.NONE);
        Path directory = process.path(place.directory());
        String near = refusal(new DirectorySource(directory, Access.MAPPED));
        try (FileServer server = new FileServer(directory)) {
            server.setFault((request, answer) -> {
                boolean isPart = altered.endsWith("/" + request.name())
                        && request.from() <= at
                        && at < request.from() + answer.body().length;
                if (!isPart || isAltered.getAndSet(true)) {
                    return answer;
                }
                byte[] body = answer.body().clone();
                body[(int) (at - request.from())] ^= 1;
                return answer.withBody(body);
            });
            note("over HTTP reads " + place.directory() + ", an answer with byte " + at + " of " + altered
                    + " is altered");
            count("reader over HTTP");
            String far = refusal(new HttpSource(server.uri(), FAR));
            if (far != null && near == null) {
                throw new Failure("a reader over HTTP refuses what is right: " + far);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.end();
    }

    /** Returns why not everything in a directory can be looked up, or null. What can be is compared with the truth. */
    private String refusal(Source source) {
        try (Database database = Database.open(source, OpenOptions.DEFAULT)) {
            for (int layer : database.layers()) {
                lookUp(database.table(layer));
            }
            for (int layer : database.distanceLayers()) {
                lookUp(database.distances(layer));
            }
            for (int layer : database.boundsLayers()) {
                lookUp(database.pairs(layer));
            }
            List<String> wrong = world.isOf(database.listing().manifest()) ? world.wrong(database) : List.of();
            if (!wrong.isEmpty()) {
                throw new Failure("a lookup is not true: " + wrong);
            }
            return null;
        } catch (DatabaseException e) {
            return e.getMessage();
        }
    }

    private static void lookUp(LayerTable table) {
        int count = (int) table.positions();
        table.values(0, count, new int[count], 0);
    }

    private static AutoCloseable lock(Path directory) throws IOException {
        return directory.endsWith(SITE.substring(1))
                ? LockFile.tryTake(directory.resolve("unfinished")).orElseThrow()
                : BuilderLock.take(directory);
    }

    @SuppressWarnings("try") // the lock is held, and not used
    private void secondProcess(Place place) {
        String command = place.commands().getLast();
        if (disk.files(place.directory()).isEmpty() || !MAKES.matcher(command).lookingAt()) {
            return;
        }
        DiskProcess holder = disk.start(Fault.NONE);
        SortedMap<String, byte[]> before = disk.contents();
        Outcome outcome;
        try (AutoCloseable lock = lock(holder.path(place.directory()))) {
            DiskProcess process = disk.start(Fault.NONE);
            outcome = shell.run(process, command.split(" "));
            process.end();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        holder.end();
        if (place.directory().equals(SITE)) {
            before.remove(
                    SITE + "/unfinished.lock"); // of a process that was killed: the holder took it, and deletes it
        }
        note("while another process builds there: " + command + " -> " + outcome.exitCode() + " "
                + outcome.err().trim());
        count("second process");
        if (outcome.exitCode() == 0
                || !outcome.err().matches("(?s).*another (builder is running|process is writing).*")
                        && badOf(place).isEmpty()) {
            throw new Failure("two processes write to one directory: " + outcome.err());
        }
        checkUntouched(before, "", "a command that was refused changed");
    }

    /** Runs a command with a fault, and checks what must hold after it. */
    private Outcome command(Place place, String command, Fault fault) {
        String directory = place.directory();
        SortedMap<String, byte[]> before = disk.contents();
        World.in(disk, directory)
                .forEach((file, bytes) -> older.computeIfAbsent(directory + "/" + file, name -> new ArrayList<>())
                        .add(bytes));
        Set<String> bad = badOf(place);
        for (Matcher read = DIRECTORY.matcher(command); read.find(); ) {
            bad.addAll(badIn(read.group(1)));
        }
        List<String> wasBad = damaged.keySet().stream().filter(this::isBad).toList();
        List<String> unknown = besideCompressed(directory);
        disk.prepareSwap(version(place.source()));
        Map<String, byte[]> linked = directory.equals(SITE) ? World.in(disk, place.source()) : Map.of();
        DiskProcess process = disk.start(fault);
        Outcome outcome = null;
        RuntimeException unexpected = null;
        try {
            outcome = shell.run(process, command.split(" "));
        } catch (ProcessStopped e) {
            // as was wanted
        } catch (RuntimeException e) {
            unexpected = e;
        }
        boolean isStopped = process.isStopped();
        boolean happened = process.hasHappened();
        hasHappened = happened;
        process.end();
        disk.fill(false);
        disk.sayFull(false);
        String result = isStopped ? "stopped" : outcome == null ? "" + unexpected : "exit " + outcome.exitCode();
        note((happened ? "[" + fault + ": " + process.faultyCall() + "] " : "") + command + " -> " + result
                + (outcome == null || outcome.err().isEmpty() || isStopped
                        ? ""
                        : ": " + outcome.err().trim())
                + (outcome != null && outcome.out().contains("nothing to") ? ", nothing to do" : ""));
        count(command.replaceAll(" .*", "") + (happened ? ", " + fault.kind() : ""));
        if (unexpected != null) {
            throw new Failure("an exception escapes: " + unexpected);
        }
        if (happened && fault.kind() == Fault.Kind.SWAP && place.source() != null) {
            version(place.source()).forEach((name, bytes) -> {
                before.remove(name);
                if (bytes != null) {
                    before.put(name, bytes);
                }
            });
            noteVersion(place.source());
            bad.addAll(badOf(place));
        }
        if (place.source() != null && bad.stream().anyMatch(name -> name.startsWith(place.source() + "/"))) {
            forgotten.add(directory); // what was begun of another version is not finished with this one
        }
        if (directory.equals(SITE)) {
            bad.addAll(damagedLinks(place.source(), linked));
        }
        if (happened && fault.kind() == Fault.Kind.CUT) {
            // What was deleted anywhere may be there again, and what was damaged may be so in another way.
            wasBad.forEach(name -> {
                byte[] first = world.sources().get(name); // of sources, another version is damage
                byte[] bytes = disk.content(name);
                if (first == null ? isRight(name, bytes) : Arrays.equals(bytes, first)) {
                    damaged.remove(name);
                } else {
                    damaged.put(name, bytes);
                }
            });
            checkUsers("a cut of the power changed");
            places.forEach(each -> checkListed(each, badOf(each)));
            before.keySet().removeAll(unforced);
            unforced.clear();
        } else {
            checkUntouched(before, directory, "a command changed what is not its own:");
        }
        checkListed(place, bad);
        SortedMap<String, byte[]> after = disk.contents();
        if (!isSame(directory, before, after) && !wasBad.contains(directory + "/" + Manifest.FILE_NAME)) {
            checkNothingIsGone(place, before);
        }
        SortedMap<String, byte[]> last = checked.put(directory, after);
        if (last == null || !isSame(directory, last, after)) {
            checkTruth(directory);
        }
        unknown.stream().filter(name -> disk.content(name) == null).forEach(name -> {
            throw new Failure("it removed what nobody lists and nobody knows: " + name);
        });
        if (fault.kind() == Fault.Kind.NO_ROOM && ASKS.matcher(command).lookingAt()) {
            checkNothingCame(directory, before);
        }
        if (outcome == null || outcome.exitCode() != 0) {
            unforced.addAll(disk.unforced());
        } else if (place.commands().contains(command)) {
            unforced.removeIf(name -> name.startsWith(directory + "/"));
        }
        if (command.startsWith("repair")) { // what it has taken out of the list is nobody's
            judgeByManifest(directory);
        }
        if (isStopped) {
            return null;
        }
        boolean failed = happened
                && List.of(Fault.Kind.FAIL, Fault.Kind.FULL, Fault.Kind.NO_ROOM).contains(fault.kind());
        checkOutcome(place, command, outcome, bad, failed);
        return outcome;
    }

    private void checkOutcome(Place place, String command, Outcome outcome, Set<String> bad, boolean failed) {
        if (outcome.err().contains("internal error") || outcome.err().contains("\tat ")) {
            throw new Failure("internal error: " + outcome.err());
        }
        boolean isBlind = bad.contains(place.directory() + "/" + Manifest.FILE_NAME);
        if (outcome.exitCode() == 0) {
            Set<String> left = badOf(place);
            left.removeIf(name -> !name.startsWith(place.directory() + "/"));
            // Optional files may be left out.
            left.removeIf(name -> disk.content(name) == null && (isBlind || isOptional(name)));
            left.removeIf(name -> isBlind && name.endsWith(Manifest.FILE_NAME) || name.contains("/unfinished/"));
            left.removeIf(name -> !isListed(name) && isReplaced(name));
            // Without a manifest, a layer of another game gives the game.
            left.removeIf(name -> isBlind && Arrays.equals(disk.content(name), ofOther(name)));
            if (isBlind && command.startsWith("repair") && !command.contains("--dry-run")) {
                // Nobody can know any more what was there.
                forgotten.add(place.directory());
                damaged.keySet()
                        .removeIf(name -> name.startsWith(place.directory() + "/") && disk.content(name) == null);
            }
            boolean saysAll = command.startsWith("verify")
                    || command.startsWith("repair") && !command.contains("--dry-run")
                    || outcome.out().contains("all digests are those");
            if (saysAll && !left.isEmpty()) {
                throw new Failure("exit 0, and these are damaged: " + left);
            }
            if (bad.stream().noneMatch(name -> name.endsWith(Manifest.FILE_NAME))) {
                checkSaid(place, command, outcome);
            }
            return;
        }
        if (outcome.err().contains("No space left") && !outcome.err().contains("disk://")) {
            throw new Failure("it does not say which disk is full: " + outcome.err());
        }
        if (failed) {
            return;
        }
        if (command.contains("--dry-run") && outcome.err().contains("run granary repair without --dry-run")) {
            if (!outcome.out().contains("will ")) {
                throw new Failure("a repair is needed that would do nothing");
            }
            return;
        }
        Path manifest = Path.of(place.directory(), Manifest.FILE_NAME);
        byte[] listed = disk.content(manifest.toString());
        if (!damaged.containsKey(manifest.toString())
                && (listed == null
                        ? outcome.err().contains("nothing has been built there yet")
                        : outcome.err().matches("(?s).*holds no(ne| layer).*")
                                && Manifest.parse(manifest.toString(), listed)
                                        .scoreLayers()
                                        .isEmpty())) {
            return;
        }
        if (forgotten.contains(place.directory()) && GIVEN_UP.stream().anyMatch(outcome.err()::contains)) {
            return;
        }
        Set<String> blamed = files(outcome.err());
        boolean isForeignStray = false;
        if (outcome.err().contains("move away what does not belong")) {
            blamed.addAll(named(place, outcome.err())); // it cannot know which of them
            isForeignStray = blamed.stream().anyMatch(this::isStray);
        }
        if (bad.isEmpty() && !isForeignStray) {
            throw new Failure("fails for no reason: " + outcome.err());
        }
        boolean isForeign =
                bad.stream().anyMatch(name -> foreign.contains(name) || changed.contains(FaultyDisk.parent(name)));
        if (!isForeign && !blamed.isEmpty() && blamed.stream().noneMatch(name -> bad.contains(name) || isStray(name))) {
            throw new Failure("blames " + blamed + ", and these are damaged: " + bad);
        }
    }

    /** Checks that a command that ends well has made its files, and that every line about layers is true. */
    private void checkSaid(Place place, String command, Outcome outcome) {
        String out = outcome.out();
        Path path = Path.of(place.directory(), Manifest.FILE_NAME);
        byte[] bytes = disk.content(path.toString());
        boolean isMade = MAKES.matcher(command).lookingAt();
        if (command.startsWith("export") && place.commands().contains(command)) {
            checkWritten(place, command);
        }
        if (bytes == null) {
            if (isMade) {
                throw new Failure("exit 0, and no manifest");
            }
            return;
        }
        Manifest manifest = Manifest.parse(path.toString(), bytes);
        Set<Integer> layers = manifest.scoreLayers();
        if (command.startsWith("stats")) {
            checkCounted(place, layers, outcome);
        }
        if (isMade) {
            byte[] made =
                    world.uninterrupted(place.commandsTo(command), changed).get(Manifest.FILE_NAME);
            Map<String, Manifest.Entry> missing =
                    new TreeMap<>(Manifest.parse(path.toString(), made).allFiles());
            missing.entrySet()
                    .removeIf(each -> each.getValue().equals(manifest.allFiles().get(each.getKey()))
                            && disk.content(place.directory() + "/" + each.getKey()) != null);
            missing.keySet().removeIf(file -> isOptional(file) && isBad(place.source() + "/" + file));
            // A copy of a partial set names what the set lacks, and has nothing else of such a layer.
            Set<String> absent = new TreeSet<>();
            for (Matcher line = ABSENT.matcher(out); line.find(); ) {
                if (!isBad(place.source() + "/" + line.group(1))) {
                    throw new Failure(line.group(1) + " is there");
                }
                absent.add(line.group(1));
            }
            missing.keySet().removeIf(file -> {
                String layer = file.substring(0, file.indexOf('.'));
                return absent.contains(file)
                        || absent.contains(layer + ".granary")
                        || absent.contains(layer + ".compressed.granary");
            });
            if (!missing.isEmpty()) {
                throw new Failure("exit 0, and these are not listed or missing: " + missing.keySet());
            }
        }
        List<Integer> reported = new ArrayList<>();
        for (Matcher line = LAYER.matcher(out); line.find(); ) {
            int layer = Integer.parseInt(line.group(1));
            reported.add(layer);
            if (!line.group(2).equals(Units.count(world.size(layer)))
                    || line.group(3) != null && Integer.parseInt(line.group(3)) != world.longestDistance(layer)) {
                throw new Failure("not true: " + line.group());
            }
        }
        boolean isVerified = command.startsWith("verify");
        List<Integer> there = layers.stream()
                .filter(layer -> isVerified
                        || disk.content(place.directory() + "/"
                                        + manifest.scoresKind(layer).fileName(layer))
                                != null)
                .toList();
        if ((isVerified || command.startsWith("info")) && !reported.equals(there)) {
            throw new Failure("it reports layers " + reported + ", and these exist: " + there);
        }
        if (isVerified && !layers.isEmpty()) {
            int proved = -1;
            while (layers.contains(proved + 1)
                    && (!world.isAwari
                            || disk.content(place.directory() + "/" + FileKind.DISTANCES.fileName(proved + 1)) != null
                                    && manifest.files(FileKind.DISTANCES).containsKey(proved + 1))) {
                proved++;
            }
            boolean isOfFiles = command.contains("--checksums")
                    || !manifest.files(FileKind.COMPRESSED).isEmpty();
            String report = new VerifyReport(isOfFiles, new TreeSet<>(layers), proved, List.of()).text();
            if (!out.endsWith(report + "\n")) {
                throw new Failure("it tells other than " + report + ": " + out);
            }
        }
    }

    private void checkWritten(Place place, String command) {
        List<String> commands = place.commandsTo(command);
        Map<String, byte[]> written = new HashMap<>(world.uninterrupted(commands, changed));
        written.keySet()
                .removeAll(world.uninterrupted(commands.subList(0, commands.size() - 1), changed)
                        .keySet());
        written.forEach((file, bytes) -> {
            if (!Arrays.equals(bytes, disk.content(place.directory() + "/" + file))) {
                throw new Failure("exit 0, and this is not right: " + file);
            }
        });
    }

    private void checkCounted(Place place, Set<Integer> layers, Outcome outcome) {
        Map<String, byte[]> counted = world.uninterrupted(place.commandsAnywhere());
        for (int layer : layers) {
            String name = StatisticsFiles.name(layer);
            if (!Arrays.equals(counted.get(name), disk.content(place.directory() + "/" + name))
                    && !outcome.err().contains("statistics could not be saved")) {
                throw new Failure("exit 0, and this is not right: " + name);
            }
        }
        outcome.out().lines().filter(line -> !world.isPrinted(line)).forEach(line -> {
            throw new Failure("not true: " + line);
        });
    }

    /**
     * Returns the links of the site to what was damaged, or of another version, when they were made or since. Publishing reads none.
     *
     * @param before what the source held, by the names in it, before another version came to stand there
     */
    private Set<String> damagedLinks(String source, Map<String, byte[]> before) {
        Set<String> links = new TreeSet<>();
        Path path = Path.of(SITE, Manifest.FILE_NAME);
        byte[] manifest = disk.content(path.toString());
        if (manifest != null && !isBad(path.toString())) {
            Manifest.parse(path.toString(), manifest).allFiles().forEach((file, entry) -> {
                String link = SITE + "/" + file;
                byte[] bytes = disk.content(link);
                if (bytes != null
                        && !FileDigest.of(bytes).equals(entry.digest())
                        && (Arrays.equals(bytes, disk.content(source + "/" + file))
                                || Arrays.equals(bytes, before.get(file))
                                || isRight(link, bytes))) {
                    damaged.put(link, bytes);
                    links.add(link);
                }
            });
        }
        return links;
    }

    private static Set<String> named(Place place, String message) {
        return NAME.matcher(message)
                .results()
                .map(file -> place.directory() + "/" + file.group())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> files(String message) {
        return FILE.matcher(message)
                .results()
                .map(file -> file.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the damaged files of a directory and of its source. */
    private Set<String> badOf(Place place) {
        Set<String> bad = badIn(place.directory());
        if (place.source() != null) {
            bad.addAll(badIn(place.source()));
        }
        return bad;
    }

    private Set<String> badIn(String directory) {
        return damaged.keySet().stream()
                .filter(name -> name.startsWith(directory + "/") && isBad(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isStray(String name) {
        return strays.containsKey(name) && Arrays.equals(strays.get(name), disk.content(name));
    }

    private boolean isBad(String name) {
        return damaged.containsKey(name) && Arrays.equals(damaged.get(name), disk.content(name));
    }

    /** Checks that listed files are right, except the bad ones. */
    private void checkListed(Place place, Set<String> bad) {
        String directory = place.directory();
        String path = directory + "/" + Manifest.FILE_NAME;
        byte[] bytes = disk.content(path);
        if (bytes == null || isBad(path)) {
            return;
        }
        Manifest manifest;
        try {
            manifest = Manifest.parse(path, bytes);
        } catch (DatabaseException e) {
            throw new Failure("the manifest is damaged: " + e.getMessage());
        }
        if (!world.isOf(manifest)) {
            return; // another game's, and layers that a repair made by it
        }
        for (String file : manifest.allFiles().keySet()) {
            String name = directory + "/" + file;
            if (!isBad(name) && !bad.contains(name) && !isRight(name, disk.content(name))) {
                throw new Failure(name + " is listed and " + (disk.content(name) == null ? "missing" : "not right"));
            }
        }
    }

    /** Returns whether a directory holds the same files at two times. It takes no time where they are: the disk returns the same arrays. */
    private static boolean isSame(String directory, SortedMap<String, byte[]> then, SortedMap<String, byte[]> now) {
        return FaultyDisk.difference(
                        then.subMap(directory + "/", directory + "0"), now.subMap(directory + "/", directory + "0"))
                .isEmpty();
    }

    private void checkNothingCame(String directory, SortedMap<String, byte[]> before) {
        for (String name : disk.files(directory)) {
            byte[] begun = before.get(name + ".fetched"); // it takes its room already, whatever it holds
            boolean wasFetched = begun != null && begun.length >= disk.content(name).length;
            if (LAYER_FILE.matcher(name).matches() && !before.containsKey(name) && !wasFetched) {
                throw new Failure("the disk said that it is full, and this came: " + name);
            }
        }
    }

    /** Returns whether bytes are those that uninterrupted commands write under a name. */
    private boolean isRight(String name, byte[] bytes) {
        return bytes != null && world.isRight(name.substring(name.lastIndexOf('/') + 1), bytes);
    }

    private void checkNothingIsGone(Place place, SortedMap<String, byte[]> before) {
        String path = place.directory() + "/" + Manifest.FILE_NAME;
        byte[] manifest = before.get(path);
        if (manifest == null) {
            return;
        }
        if (disk.content(path) == null) {
            throw new Failure("the manifest is gone");
        }
        Manifest.parse(path, manifest).allFiles().forEach((file, listed) -> {
            String name = place.directory() + "/" + file;
            byte[] bytes = before.get(name);
            boolean wasWhole = bytes != null && FileDigest.of(bytes).equals(listed.digest());
            boolean isThere = Arrays.equals(bytes, disk.content(name)) || isRight(name, disk.content(name));
            if (wasWhole && !isThere && !isReplaced(name)) {
                throw new Failure(name + " was whole and listed, and is gone");
            }
        });
    }

    private static boolean isOptional(String name) {
        return FileKind.OPTIONAL.stream().anyMatch(kind -> name.endsWith(kind.suffix()));
    }

    private boolean isReplaced(String name) {
        String compressed = name.replaceAll("(layer-[0-9]{3}).*", "$1.compressed.granary");
        String packed = name.replaceAll("(layer-[0-9]{3}).*", "$1.granary");
        return !isOptional(name)
                && (isRight(compressed, disk.content(compressed)) || isRight(packed, disk.content(packed)));
    }

    /** Checks that nothing outside a directory has changed, and nothing of a user's. */
    private void checkUntouched(SortedMap<String, byte[]> before, String directory, String what) {
        SortedMap<String, byte[]> now = disk.contents();
        SortedMap<String, byte[]> then = new TreeMap<>(before);
        String below = directory.isEmpty() ? "/nothing" : directory;
        now.keySet().removeIf(name -> World.isMark(name) || name.equals(below) || name.startsWith(below + "/"));
        then.keySet().removeIf(name -> World.isMark(name) || name.equals(below) || name.startsWith(below + "/"));
        String difference = FaultyDisk.difference(then, now);
        if (!difference.isEmpty()) {
            throw new Failure(what + " " + difference);
        }
        checkUsers(what);
    }

    private void checkUsers(String what) {
        ofUsers.forEach((name, bytes) -> {
            if (!Arrays.equals(bytes, disk.content(name))) {
                throw new Failure(what + " " + name + ", a user's");
            }
        });
    }

    private void checkTruth(String directory) {
        DiskProcess process = disk.start(Fault.NONE);
        try (Database database = Database.open(process.path(directory))) {
            checkTruth(database);
        } catch (DatabaseException e) {
            // Nothing is said.
        } finally {
            process.end();
        }
    }

    private void checkReaders() {
        readers.forEach(this::checkTruth);
    }

    private void checkTruth(Database database) {
        if (!database.game().identity().equals(world.identity())) {
            return; // another game's manifest, and layers that a repair made by it
        }
        List<String> wrong;
        String claim;
        try {
            wrong = world.wrong(database);
            claim = world.wrong(database, random);
            wrong.addAll(world.find(database, random));
        } catch (RuntimeException e) {
            throw new Failure("a lookup throws " + e);
        }
        if (!wrong.isEmpty()) {
            throw new Failure("a lookup is not true: " + wrong);
        }
        if (!claim.isEmpty()) {
            throw new Failure(claim);
        }
    }

    /** Does what errors advise until the directory holds what uninterrupted commands make. */
    private void heal(Place place) {
        String directory = place.directory();
        String source = place.source();
        if (source != null
                && (List.of("/copy", SITE).contains(directory)
                        || changed.contains(source)
                        || foreign.contains(source + "/" + Manifest.FILE_NAME))) {
            renew(source);
        }
        Set<String> tried = new TreeSet<>();
        String last = "";
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (source != null) { // without a word, what is made of it lacks the optional files that it lacks
                for (String name : badIn(source)) {
                    if (isOptional(name)) {
                        copyAgain(name);
                    }
                }
            }
            if (source != null
                    && forgotten.remove(source)) { // what is advised has made a database of the layers that were left
                renew(source);
            }
            Outcome outcome = null;
            for (String command : place.commands()) {
                outcome = command(place, command, Fault.NONE);
                if (outcome.exitCode() != 0) {
                    break;
                }
            }
            if (outcome.exitCode() == 0
                    && world.uninterrupted(place.commandsAnywhere()).containsKey(Manifest.FILE_NAME)) {
                outcome = command(place, "verify --checksums --threads 1 --dir disk://" + directory, Fault.NONE);
            }
            if (outcome.exitCode() == 0 && difference(place).isEmpty()) {
                return;
            }
            String found = difference(place);
            last = outcome.exitCode() + " " + outcome.err() + found;
            if (outcome.exitCode() == 0) {
                advise(place, "repair --dir disk://" + directory);
                if (!tried.add(found)) {
                    break;
                }
            } else {
                follow(place, outcome.err());
            }
        }
        throw new Failure("what is advised does not help: " + last);
    }

    private void renew(String source) {
        world.version(source, false).forEach(disk::put);
        changed.remove(source);
        note("the first version stands whole in " + source);
    }

    private String difference(Place place) {
        SortedMap<String, byte[]> found = World.in(disk, place.directory());
        ofUsers.keySet().forEach(name -> {
            if (name.startsWith(place.directory() + "/")) {
                found.remove(name.substring(place.directory().length() + 1));
            }
        });
        strays.forEach((name, bytes) -> {
            if (name.startsWith(place.directory() + "/")
                    && Arrays.equals(bytes, disk.content(name))
                    && !isListed(name)) {
                found.remove(name.substring(name.lastIndexOf('/') + 1));
            }
        });
        return FaultyDisk.difference(world.uninterrupted(place.commandsAnywhere()), found);
    }

    private void follow(Place place, String message) {
        Matcher advice = ADVICE.matcher(message);
        if (GIVEN_UP.stream().anyMatch(message::contains)) {
            if (place.directory().equals(SITE)) { // in the other directory, users have put nothing yet
                ofUsers.keySet().removeIf(name -> name.startsWith(SITE + "/"));
            }
            disk.contents()
                    .reversed()
                    .keySet()
                    .forEach(
                            name -> { // directories after what is in them
                                if (name.startsWith(place.directory() + "/") && !ofUsers.containsKey(name)) {
                                    disk.put(name, null);
                                }
                            });
            note("given up: " + place.directory());
            damaged.keySet().removeIf(name -> name.startsWith(place.directory() + "/"));
            count("given up: "
                    + GIVEN_UP.stream().filter(message::contains).findFirst().orElseThrow());
        } else if (advice.find()) {
            advise(place, advice.group(1).trim());
        } else if (message.contains("move")) {
            Set<String> named = files(message);
            named.addAll(named(place, message));
            named.removeIf(name -> !isBad(name) && !isStray(name));
            if (named.isEmpty()) {
                throw new Failure("what it says is to be moved away is not damaged: " + message);
            }
            for (String name : named) {
                disk.put(name, null);
                damaged.remove(name);
                if (isListed(name)) { // otherwise nobody knows any more that it was there
                    damaged.put(name, null);
                }
                note("moved away, as is advised: " + name);
            }
        } else {
            Set<String> blamed = files(message);
            boolean isSource =
                    place.source() != null && blamed.stream().anyMatch(name -> name.startsWith(place.source() + "/"));
            advise(place, "repair --dir disk://" + (isSource ? place.source() : place.directory()));
        }
    }

    private void copyAgain(String name) {
        disk.put(name, world.sources().get(name));
        damaged.remove(name);
        note("copied from another copy: " + name);
    }

    /** Repairs a directory; what is damaged of one that others read comes from another copy. */
    private void advise(Place place, String words) {
        String target = words.replaceAll(".*--dir disk://([^ ]*).*", "$1");
        if (!target.equals(place.directory())) {
            badIn(target).forEach(this::copyAgain);
            return;
        }
        Outcome outcome = command(place, words + " --threads 1", Fault.NONE);
        if (outcome.exitCode() != 0) {
            String lost = outcome.err();
            if (lost.contains("move") || GIVEN_UP.stream().anyMatch(lost::contains)) {
                follow(place, lost);
            } else {
                throw new Failure("what is advised fails: " + lost);
            }
        }
    }
}
