package granary.explorer.api;

import granary.builder.store.LayerFiles;
import granary.command.kit.PositionText;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** An open database with its name in URLs. Safe for use by any number of threads. */
public final class ServedDatabase implements AutoCloseable {
    /** The allowed form of a name, which is part of URLs. */
    public static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    private static final int FINGERPRINT = 12;
    /** Longer than any position. */
    private static final int MAX_POSITION = 500;

    private final String name;
    private final Database database;
    private final Map<String, ServedFile> files;
    private final String fingerprint;
    private final Distributions distributions;

    private ServedDatabase(String name, Database database, Map<String, ServedFile> files, Distributions distributions) {
        this.name = name;
        this.database = database;
        this.files = files;
        this.fingerprint = fingerprint(database, files);
        this.distributions = distributions;
    }

    /**
     * Opens a database, and reads the statistics that are kept of it.
     *
     * @param name its name in URLs
     * @param listing its files, in a directory
     * @throws granary.error.DatabaseException as {@link Database#open(Path)}
     * @throws IOException when the disk fails
     */
    public static ServedDatabase open(String name, Listing listing) throws IOException {
        Database database = Database.open(listing, OpenOptions.DEFAULT);
        try {
            return new ServedDatabase(name, database, files(database), new Distributions(database));
        } catch (IOException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Returns the name of a database that has been given none: its directory's, as far as it can stand in URLs. */
    public static String nameOf(Path directory) {
        Path last = directory.toAbsolutePath().normalize().getFileName();
        String name = last == null ? "" : last.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        return name.matches(NAME) ? name : "db";
    }

    /** Returns all files that are open, by name. */
    private static Map<String, ServedFile> files(Database database) throws IOException {
        Map<String, ServedFile> files = new LinkedHashMap<>();
        DirectorySource directory = LayerFiles.directory(database.listing().source());
        for (LayerFile file : database.files()) {
            Path path = directory.path(file.kind().fileName(file.layer()));
            ServedFile served = ServedFile.of(path, file.bytes(), file.digest());
            files.put(served.name(), served);
        }
        return files;
    }

    /** Returns a digest of the digests of all open files: databases whose answers may differ have different ones. */
    private static String fingerprint(Database database, Map<String, ServedFile> files) {
        Map<String, String> digests = new TreeMap<>();
        files.forEach((name, file) -> digests.put(name, file.digest()));
        return FileDigest.of((database.game().identity() + digests).getBytes(StandardCharsets.UTF_8))
                .substring(0, FINGERPRINT);
    }

    /** Returns its name in URLs. */
    public String name() {
        return name;
    }

    /** Returns the database. */
    public Database database() {
        return database;
    }

    /** Returns its game. */
    public Game game() {
        return database.game();
    }

    /** Returns letters and digits that differ from those of any database with other contents, whatever its name. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Returns the manifest. */
    public byte[] manifest() {
        return database.listing().manifest().toBytes();
    }

    /** Returns the list of its files: names, lengths and digests, the manifest first. */
    public List<Map<String, Object>> filesToJson() {
        byte[] manifest = manifest();
        List<Map<String, Object>> json = new ArrayList<>();
        json.add(ServedFile.toJson(Manifest.FILE_NAME, manifest.length, FileDigest.of(manifest)));
        files.values().forEach(file -> json.add(ServedFile.toJson(file.name(), file.bytes(), file.digest())));
        return json;
    }

    /**
     * Returns the file of a layer by its name.
     *
     * @throws Problem when the database has none of that name open
     */
    public ServedFile file(String wanted) {
        ServedFile file = files.get(wanted);
        if (file == null) {
            throw Problem.notFound("the database " + name + " has no file '" + wanted + "'");
        }
        return file;
    }

    /** Returns the distribution of its positions. */
    Distributions distributions() {
        return distributions;
    }

    /**
     * Reads a position.
     *
     * @throws Problem with the reason when it is none of the game
     */
    public int[] parse(String position) {
        if (position.length() > MAX_POSITION) {
            throw Problem.badRequest("a position has at most " + MAX_POSITION + " characters");
        }
        try {
            return PositionText.parse(game(), position);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(e.getMessage());
        }
    }

    /** Returns a problem that names the layers that are there, instead of one that is not. */
    Problem notHeld(int layer) {
        SortedSet<Integer> held = database.layers();
        SortedSet<Integer> missing = database.missingLayers();
        return Problem.notFound(
                "the database " + name + " holds no position of " + layer + " "
                        + game().type().layerUnit() + "; its layers are "
                        + (held.isEmpty() ? "none" : held.first() + " to " + held.last())
                        + (missing.isEmpty() ? "" : ", and the files of these are missing: " + missing),
                Map.of("needed", List.of(layer), "layers", held));
    }

    /** Returns its entry in the list of databases. */
    public Map<String, Object> toJson() {
        Game game = game();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("game", game.type().id());
        json.put("parameters", game.parameters());
        json.put("identity", game.identity());
        json.put("unit", game.type().layerUnit());
        json.put("layers", database.layers());
        json.put("missingLayers", database.missingLayers());
        json.put("distanceLayers", database.distanceLayers());
        json.put("boundsLayers", database.boundsLayers());
        json.put("topLayer", game.topLayer());
        json.put("tellsDistance", game.scoring().tellsDistance());
        game.opening().ifPresent(opening -> json.put("opening", PositionText.json(game, opening)));
        json.put(
                "examples", Examples.kinds(this).stream().map(Examples.Kind::id).toList());
        json.put("fingerprint", fingerprint);
        return json;
    }

    /** Returns the layers, each with its number of positions and its longest distance. */
    public List<Map<String, Object>> layersToJson() {
        return database.layers().stream()
                .map(layer -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("layer", layer);
                    json.put("positions", game().size(layer));
                    if (database.distanceLayers().contains(layer)) {
                        json.put("longest", database.longestDistance(layer));
                    }
                    return json;
                })
                .toList();
    }

    @Override
    public void close() {
        database.close();
    }
}
