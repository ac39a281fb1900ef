package granary.command.plan;

import granary.builder.Units;
import granary.builder.database.Resources;
import granary.builder.database.Solvers;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.solve.LayerSolver;
import granary.command.kit.Column;
import granary.format.FileKind;
import granary.game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The memory and disk that a build takes, layer by layer.
 *
 * @param game the game
 * @param topLayer the last layer
 * @param solver the solver
 * @param memory the source of its working memory
 * @param resources memory and disks of the machine
 * @param kinds the files of each layer
 * @param missing for each layer the files to be written
 */
public record Plan(
        Game game,
        int topLayer,
        LayerSolver solver,
        MemoryProvider memory,
        Resources resources,
        Set<FileKind> kinds,
        IntFunction<Set<FileKind>> missing) {
    /** Returns a table with one row per layer, at most 80 characters wide; distances take 14 more, bounds 10. */
    public String table() {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(game.type().layerUnit(), Integer::toString));
        columns.add(new Column("positions", n -> Units.count(game.size(n))));
        columns.add(new Column("packed", n -> Units.bytes(packed(FileKind.SCORES, n))));
        columns.add(new Column("packed, all", n -> Units.bytes(cumulated(n, i -> packed(FileKind.SCORES, i)))));
        if (kinds.contains(FileKind.DISTANCES)) {
            columns.add(new Column("distances <=", n -> Units.bytes(packed(FileKind.DISTANCES, n))));
        }
        if (kinds.contains(FileKind.BOUNDS)) {
            columns.add(new Column("bounds", n -> Units.bytes(packed(FileKind.BOUNDS, n))));
        }
        columns.add(new Column("working memory", n -> Units.bytes(need(n).bytes())));
        columns.add(new Column("fits here", this::fits));
        return Column.table(topLayer, columns);
    }

    /** Returns the resources of the whole build, and whether they are available here, in lines of at most 80 columns. */
    public String summary() {
        ResourceNeeds most = IntStream.rangeClosed(0, topLayer)
                .mapToObj(this::needs)
                .reduce(ResourceNeeds.NONE, ResourceNeeds::then);
        OptionalInt tooLarge = firstTooLarge();
        String fits = "All layers fit here.";
        if (tooLarge.isPresent()) {
            int layer = tooLarge.getAsInt();
            fits = "Layer " + layer + " does not fit here: it "
                    + shortages(layer).getFirst().description() + ".";
        }
        double files = cumulated(topLayer, n -> model().bytes(n, kinds));
        long working = IntStream.rangeClosed(0, topLayer)
                .mapToLong(n -> need(n).bytes())
                .max()
                .orElseThrow();
        String text = "The files take " + Units.bytes(files) + ". The build needs up to " + Units.bytes(working)
                + " of working memory and " + Units.bytes(most.heap())
                + " of Java heap. " + fits;
        return wrapped(text);
    }

    /** Returns text in lines of at most 80 columns. */
    static String wrapped(String text) {
        return text.replaceAll("(.{1,79})( |$)", "$1%n".formatted()).stripTrailing();
    }

    /** Returns the table's values for one layer by name, without units. */
    public Map<String, Object> values(int layer) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("layer", layer);
        values.put("positions", game.size(layer));
        values.put("packedBytes", packed(FileKind.SCORES, layer));
        values.put("fileBytes", model().header(FileKind.SCORES, layer).fileLength());
        if (!game.scoring().tellsDistance()) {
            values.put("distanceBytesAtMost", packed(FileKind.DISTANCES, layer));
        }
        if (game.hasBounds()) {
            values.put("boundsBytes", packed(FileKind.BOUNDS, layer));
        }
        values.put("workingBytes", need(layer).bytes());
        values.put("heapBytes", needs(layer).heap());
        values.put("onDisk", isOnDisk(layer));
        values.put("missing", missingKinds(layer));
        return values;
    }

    /** Returns the first layer that does not fit this machine, or empty when all do. */
    public OptionalInt firstTooLarge() {
        return IntStream.rangeClosed(0, topLayer)
                .filter(layer -> !missing.apply(layer).isEmpty())
                .filter(layer -> !shortages(layer).isEmpty())
                .findFirst();
    }

    /** Returns the shortages of this machine for a layer. */
    public List<Resources.Shortage> shortages(int layer) {
        double files = filesTo(layer);
        return resources.shortages(needs(layer), files, memory.bytesToReserve(layer, need(layer)));
    }

    private ResourceModel model(long available) {
        return new ResourceModel(game, solver.threads(), available);
    }

    private ResourceModel model() {
        return model(resources.memory());
    }

    /** Returns the bytes of the files to be written of all layers to one. */
    double filesTo(int layer) {
        return cumulated(layer, this::bytesToWrite);
    }

    /** Returns the bytes of the files to be written of a layer. */
    public long bytesToWrite(int layer) {
        return model().bytes(layer, missing.apply(layer));
    }

    /** Returns the needs of the solver for a layer. */
    LayerNeeds need(int layer) {
        return Solvers.need(solver, game, layer, missing.apply(layer));
    }

    /** Returns the resources for building a layer with so much main memory for working memory. */
    ResourceNeeds needs(int layer, long available) {
        return model(available).build(layer, need(layer), missing.apply(layer));
    }

    private ResourceNeeds needs(int layer) {
        return needs(layer, resources.memory());
    }

    /** Returns whether this machine builds a layer out of core, because its memory does not hold the working memory. */
    private boolean isOnDisk(int layer) {
        return shortages(layer).isEmpty() && need(layer).bytes() > resources.memory();
    }

    /** Returns the bytes of a layer's packed values, without header and checksums. */
    private long packed(FileKind kind, int layer) {
        return model().header(kind, layer).packing().groupBytes(game.size(layer));
    }

    /** Returns the kinds of what this machine lacks for a layer. */
    private List<String> missingKinds(int layer) {
        return shortages(layer).stream()
                .map(Resources.Shortage::kind)
                .distinct()
                .toList();
    }

    private String fits(int layer) {
        List<String> kinds = missingKinds(layer);
        // A machine with enough memory also has a larger heap, and a line has 80 columns.
        String missing = kinds.stream()
                .filter(kind -> !kind.equals("heap") || !kinds.contains("memory"))
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? isOnDisk(layer) ? "on disk" : "yes" : "no: " + missing;
    }

    private static double cumulated(int top, IntToDoubleFunction bytes) {
        double sum = 0;
        for (int n = 0; n <= top; n++) {
            sum += bytes.applyAsDouble(n);
        }
        return sum;
    }
}
