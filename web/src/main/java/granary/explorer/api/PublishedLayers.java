package granary.explorer.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.database.Database;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.storage.StorageSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What {@code granary publish --page} wrote about the layers of a database at an address: counts, and an index of examples. Safe for
 * use by any number of threads.
 */
final class PublishedLayers {
    /** The member of a layer's file that the API does not give with the counts. */
    private static final String EXAMPLES = "examples";

    private final Database database;
    private final Map<Integer, Optional<JsonObject>> known = new ConcurrentHashMap<>();

    private final boolean isThere;

    /** Looks whether there is anything; the list of databases, which tells it, waits for no address. */
    PublishedLayers(Database database) {
        this.database = database;
        this.isThere = look();
    }

    private boolean look() {
        try {
            return !database.layers().isEmpty()
                    && find(database.layers().last()).isPresent();
        } catch (CorruptFileException e) {
            return true; // damaged, as each answer that needs it says
        } catch (DatabaseException | UncheckedIOException e) {
            return false; // the database can be served without it
        }
    }

    /** Tells whether the database is at an address and was published with the page. */
    boolean isThere() {
        return isThere;
    }

    /** Returns a layer's counts as the API gives them. */
    Optional<JsonObject> statistics(int layer) {
        return find(layer).map(json -> {
            JsonObject counts = json.deepCopy();
            counts.remove(EXAMPLES);
            return counts;
        });
    }

    /** Returns the offsets of examples. */
    List<Long> examples(int layer, Examples.Kind kind, int value) {
        JsonObject all = find(layer).map(json -> json.getAsJsonObject(EXAMPLES)).orElse(new JsonObject());
        JsonElement offsets = switch (kind) {
            case SCORE, DISTANCE -> byValue(all, kind).get(Integer.toString(value));
            case LONGEST -> longest(byValue(all, tellsDistance() ? Examples.Kind.SCORE : Examples.Kind.DISTANCE));
            default -> all.get(kind.id());
        };
        return offsets instanceof JsonArray array
                ? array.asList().stream().map(JsonElement::getAsLong).toList()
                : List.of();
    }

    private boolean tellsDistance() {
        return database.game().scoring().tellsDistance();
    }

    private static JsonObject byValue(JsonObject all, Examples.Kind kind) {
        return all.get(kind.id()) instanceof JsonObject values ? values : new JsonObject();
    }

    private static JsonElement longest(JsonObject byValue) {
        return byValue.entrySet().stream()
                .max(Comparator.comparingInt(entry -> Math.abs(Integer.parseInt(entry.getKey()))))
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    private Optional<JsonObject> find(int layer) {
        return StorageSource.isLocal(database.directory())
                ? Optional.empty()
                : known.computeIfAbsent(layer, this::read);
    }

    private Optional<JsonObject> read(int layer) {
        Path file = database.directory().resolve(LayerExamples.fileName(layer));
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(CheckedJson.parse(file, in.readAllBytes()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
