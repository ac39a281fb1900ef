package granary.cluster.layer;

import granary.awari.Awari;
import granary.builder.file.Disk;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.PartedLayer;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartNeeds;
import granary.builder.sweep.part.PartRows;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The work of executors on the parts of a layer. Tasks read files that do not change and write new ones, so any task may be
 * run twice.
 *
 * @param database the database's directory, with all layers below
 * @param seeds the layer
 * @param files the files of its parts
 * @param parts all its parts
 */
record PartWork(String database, int seeds, PartFiles files, List<LayerPart> parts) implements Serializable {
    private static final int BUFFER = 1 << 16;

    /** The tables of the current layer, for all tasks of this process. */
    private static PartedLayer tables;

    private static String tablesOf = "";

    /**
     * A part's conversion values.
     *
     * @param file their file
     * @param needed the numbers of the parts that the part reads
     * @param bytes the bytes that it reads of them
     */
    record Converted(String file, BitSet needed, long bytes) implements Serializable {}

    /**
     * The result of a superstep for a part.
     *
     * @param file the file of its new values, or of the old ones when nothing changed
     * @param isSettled whether the last sweep changed nothing, neither in this part nor in those that were swept with it
     * @param bytesRead bytes read for all parts of the task if this is the first of them, otherwise 0
     */
    record Swept(int part, String file, int sweeps, long changed, boolean isSettled, long bytesRead, long bytesWritten)
            implements Serializable {}

    /** Computes the conversion values of a part. */
    Converted convert(int number) throws IOException {
        PartedLayer layer = tables();
        try (LayerFiles lower = new LayerFiles(Path.of(database));
                Arena arena = Arena.ofConfined()) {
            LayerPart part = parts.get(number);
            MemorySegment bytes = arena.allocate(layer.bytes(part));
            try (SparseArray conversions = new SparseArray(scratch(), layer.arrayBytes())) {
                layer.convert(part, lower, conversions.segment(), bytes);
            }
            String name = PartFiles.newName("conversions");
            files.write(new Disk(), name, bytes);
            PartNeeds needs = layer.needs(List.of(part));
            BitSet needed = new BitSet();
            long sum = 0;
            for (int other = 0; other < parts.size(); other++) {
                long needsBytes = other == number ? 0 : layer.bytes(needs, parts.get(other));
                needed.set(other, needsBytes > 0);
                sum += needsBytes;
            }
            return new Converted(name, needed, sum);
        }
    }

    /**
     * Sweeps over some parts together.
     *
     * @param group the numbers of the parts
     * @param conversionFiles the files of all parts' conversion values
     * @param values the files of all parts' values; empty where they are still zeros
     * @param most the most sweeps
     */
    List<Swept> sweep(List<Integer> group, List<String> conversionFiles, List<String> values, int most)
            throws IOException {
        List<LayerPart> chosen = group.stream().map(parts::get).toList();
        PartedLayer layer = tables();
        try (SparseArray array = new SparseArray(scratch(), layer.arrayBytes());
                SparseArray conversions = new SparseArray(scratch(), layer.arrayBytes())) {
            long read = loadOthers(layer, group, values, array.segment());
            for (int number : group) {
                read += loadOwn(layer, number, conversionFiles, values, array, conversions);
            }
            PartedLayer.Swept swept = layer.sweep(chosen, array.segment(), conversions.segment(), most);
            List<Swept> results = new ArrayList<>();
            for (int i = 0; i < group.size(); i++) {
                int number = group.get(i);
                long changed = swept.changed().get(i);
                String name = changed == 0 ? values.get(number) : save(layer, number, array.segment());
                results.add(new Swept(
                        number,
                        name,
                        swept.sweeps(),
                        changed,
                        swept.isSettled(),
                        i == 0 ? read : 0,
                        changed == 0 ? 0 : layer.bytes(parts.get(number))));
            }
            return results;
        }
    }

    private long loadOthers(PartedLayer layer, List<Integer> group, List<String> values, MemorySegment array)
            throws IOException {
        PartNeeds needs = layer.needs(group.stream().map(parts::get).toList());
        long read = 0;
        for (int other = 0; other < parts.size(); other++) {
            if (!group.contains(other) && !values.get(other).isEmpty()) {
                try (Arena arena = Arena.ofConfined()) {
                    read += layer.load(needs, parts.get(other), files.map(values.get(other), arena), array);
                }
            }
        }
        return read;
    }

    private long loadOwn(
            PartedLayer layer,
            int number,
            List<String> conversionFiles,
            List<String> values,
            SparseArray array,
            SparseArray conversions)
            throws IOException {
        LayerPart part = parts.get(number);
        try (Arena arena = Arena.ofConfined()) {
            layer.loadConversions(part, files.map(conversionFiles.get(number), arena), conversions.segment());
            if (values.get(number).isEmpty()) {
                return layer.bytes(part);
            }
            layer.loadValues(part, files.map(values.get(number), arena), array.segment());
            return 2 * layer.bytes(part);
        }
    }

    /** Writes a part's values to a new file and returns its name. */
    private String save(PartedLayer layer, int number, MemorySegment array) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(layer.bytes(parts.get(number)));
            layer.saveValues(parts.get(number), array, bytes);
            String name = PartFiles.newName("values");
            files.write(new Disk(), name, bytes);
            return name;
        }
    }

    /**
     * Writes the rows of a part in the order of the layer's file, and returns the name of the file with the rows.
     *
     * @param values the file of the part's values; empty when they are zeros
     */
    String rows(int number, String values) throws IOException {
        LayerPart part = parts.get(number);
        PartedLayer layer = tables();
        try (Arena arena = Arena.ofConfined()) {
            String name = PartFiles.newName("rows");
            try (SparseArray array = new SparseArray(scratch(), layer.arrayBytes());
                    OutputStream out = new BufferedOutputStream(Files.newOutputStream(files.resolve(name)), BUFFER)) {
                if (!values.isEmpty()) {
                    layer.loadValues(part, files.map(values, arena), array.segment());
                }
                layer.writeRows(part, array.segment(), out);
            }
            return name;
        }
    }

    /**
     * Packs a range of the layer's file.
     *
     * @param rows the files of all parts' rows
     * @return the file with the groups
     */
    String pack(int range, List<String> rows, long rangeLength) throws IOException {
        PartedLayer layer = tables();
        LayerHeader header = LayerFile.scoresHeader(layer.game(), seeds, FileDigest.NONE);
        long first = range * rangeLength;
        long count = Math.min(rangeLength, header.positions() - first);
        PartRows partRows = layer.rows(parts);
        long[] starts = partRows.before(first);
        String name = PartFiles.newName("packed");
        List<InputStream> streams = new ArrayList<>();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(files.resolve(name)), BUFFER)) {
            for (int part = 0; part < starts.length; part++) {
                FileChannel channel = FileChannel.open(files.resolve(rows.get(part)), StandardOpenOption.READ);
                streams.add(new BufferedInputStream(Channels.newInputStream(channel), BUFFER));
                channel.position(starts[part]);
            }
            layer.pack(partRows, streams, header.packing(), first, count, out);
            return name;
        } finally {
            for (InputStream stream : streams) {
                stream.close();
            }
        }
    }

    private PartedLayer tables() {
        synchronized (PartWork.class) {
            String wanted = database + " " + seeds;
            if (!tablesOf.equals(wanted)) {
                tables = null; // so that the old tables can be collected before the new ones are made
                Awari game = (Awari) new Listing(Path.of(database)).game();
                tables = new PartedLayer(game, seeds, KernelChoice.automatic());
                tablesOf = wanted;
            }
            return tables;
        }
    }

    /** Returns a directory on a disk of this machine: Spark's local directory if it is known, otherwise Java's. */
    private static Path scratch() {
        for (String variable : List.of("SPARK_EXECUTOR_DIRS", "LOCAL_DIRS", "SPARK_LOCAL_DIRS")) {
            String directories = System.getenv(variable);
            if (directories != null && !directories.isEmpty()) {
                return Path.of(directories.split("[,:]", 2)[0]);
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
