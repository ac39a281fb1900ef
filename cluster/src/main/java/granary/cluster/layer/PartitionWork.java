package granary.cluster.layer;

import granary.awari.Awari;
import granary.builder.file.Disk;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.PartitionedLayer;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionNeeds;
import granary.builder.sweep.partition.PartitionRows;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The work of executors on the partitions of a layer. Tasks read files that do not change and write new ones, so any task may be
 * run twice.
 *
 * @param database the database's directory, with all layers below
 * @param seeds the layer
 * @param files the files of its partitions
 * @param partitions all its partitions
 */
record PartitionWork(String database, int seeds, PartitionFiles files, List<LayerPartition> partitions)
        implements Serializable {
    private static final int BUFFER = 1 << 16;
    /** The most sweeps over a partition in a superstep. */
    private static final int SWEEPS = 8;

    /** The tables of the current layer, for all tasks of this process. */
    private static PartitionedLayer tables;

    private static String tablesOf = "";

    /**
     * The result of a superstep for the partitions of a task.
     *
     * @param files for each partition the file of its new values, or of the old ones if nothing changed
     * @param changed the number of values changed
     */
    record Swept(List<String> files, long changed) implements Serializable {}

    /** Returns the numbers of all partitions. */
    List<Integer> numbers() {
        return IntStream.range(0, partitions.size()).boxed().toList();
    }

    /** Computes the conversion values of a partition, and returns their file. */
    String convert(int number) throws IOException {
        PartitionedLayer layer = tables();
        try (LayerFiles lower = new LayerFiles(Path.of(database));
                Arena arena = Arena.ofConfined()) {
            LayerPartition partition = partitions.get(number);
            MemorySegment bytes = arena.allocate(layer.bytes(partition));
            try (SparseArray conversions = new SparseArray(scratch(), layer.arrayBytes())) {
                layer.convert(partition, lower, conversions.segment(), bytes);
            }
            String name = PartitionFiles.newName("conversions");
            files.write(new Disk(), name, bytes);
            return name;
        }
    }

    /**
     * Sweeps over some partitions together.
     *
     * @param group the numbers of the partitions
     * @param conversionFiles the files of all partitions' conversion values
     * @param values the files of all partitions' values; empty where they are still zeros
     */
    Swept sweep(List<Integer> group, List<String> conversionFiles, List<String> values) throws IOException {
        List<LayerPartition> chosen = group.stream().map(partitions::get).toList();
        PartitionedLayer layer = tables();
        try (SparseArray array = new SparseArray(scratch(), layer.arrayBytes());
                SparseArray conversions = new SparseArray(scratch(), layer.arrayBytes())) {
            PartitionNeeds needs = layer.needs(chosen);
            for (int number : numbers()) {
                LayerPartition partition = partitions.get(number);
                boolean isOwn = group.contains(number);
                try (Arena arena = Arena.ofConfined()) {
                    if (isOwn) {
                        MemorySegment file = files.map(conversionFiles.get(number), arena);
                        layer.loadConversions(partition, file, conversions.segment());
                    }
                    if (!values.get(number).isEmpty()) {
                        MemorySegment file = files.map(values.get(number), arena);
                        layer.loadValues(partition, isOwn ? null : needs, file, array.segment());
                    }
                }
            }
            long[] changed = layer.sweep(chosen, array.segment(), conversions.segment(), SWEEPS);
            List<String> newest = new ArrayList<>();
            for (int i = 0; i < changed.length; i++) {
                int number = group.get(i);
                newest.add(changed[i] == 0 ? values.get(number) : save(layer, number, array.segment()));
            }
            return new Swept(newest, Arrays.stream(changed).sum());
        }
    }

    /** Writes a partition's values to a new file and returns its name. */
    private String save(PartitionedLayer layer, int number, MemorySegment array) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(layer.bytes(partitions.get(number)));
            layer.saveValues(partitions.get(number), array, bytes);
            String name = PartitionFiles.newName("values");
            files.write(new Disk(), name, bytes);
            return name;
        }
    }

    /**
     * Writes the rows of a partition in the order of the layer's file, and returns the name of the file with the rows.
     *
     * @param values the file of the partition's values; empty when they are zeros
     */
    String rows(int number, String values) throws IOException {
        LayerPartition partition = partitions.get(number);
        PartitionedLayer layer = tables();
        try (Arena arena = Arena.ofConfined()) {
            String name = PartitionFiles.newName("rows");
            try (SparseArray array = new SparseArray(scratch(), layer.arrayBytes());
                    OutputStream out = new BufferedOutputStream(Files.newOutputStream(files.resolve(name)), BUFFER)) {
                if (!values.isEmpty()) {
                    layer.loadValues(partition, null, files.map(values, arena), array.segment());
                }
                layer.writeRows(partition, array.segment(), out);
            }
            return name;
        }
    }

    /**
     * Packs a range of the layer's file.
     *
     * @param rows the files of all partitions' rows
     * @return the file with the groups
     */
    String pack(int range, List<String> rows, long rangeLength) throws IOException {
        PartitionedLayer layer = tables();
        LayerHeader header = LayerFile.header(FileKind.SCORES, layer.game(), seeds, 0, FileDigest.NONE);
        long first = range * rangeLength;
        long count = Math.min(rangeLength, header.positions() - first);
        PartitionRows partitionRows = layer.rows(partitions);
        long[] starts = partitionRows.before(first);
        String name = PartitionFiles.newName("packed");
        List<InputStream> streams = new ArrayList<>();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(files.resolve(name)), BUFFER)) {
            for (int partition = 0; partition < starts.length; partition++) {
                FileChannel channel = FileChannel.open(files.resolve(rows.get(partition)), StandardOpenOption.READ);
                streams.add(new BufferedInputStream(Channels.newInputStream(channel), BUFFER));
                channel.position(starts[partition]);
            }
            layer.pack(partitionRows, streams, header.packing(), first, count, out);
            return name;
        } finally {
            for (InputStream stream : streams) {
                stream.close();
            }
        }
    }

    private PartitionedLayer tables() {
        synchronized (PartitionWork.class) {
            String wanted = database + " " + seeds;
            if (!tablesOf.equals(wanted)) {
                tables = null; // so that the old tables can be collected before the new ones are made
                Awari game = (Awari) new Listing(Path.of(database)).game();
                tables = new PartitionedLayer(game, seeds, KernelChoice.automatic());
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
