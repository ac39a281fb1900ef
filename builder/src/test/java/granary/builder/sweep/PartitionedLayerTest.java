package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionNeeds;
import granary.builder.sweep.partition.PartitionRows;
import granary.builder.testing.Databases;
import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Packing;
import granary.testing.TestRandom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionedLayerTest {
    private static final int MOST_ROUNDS = 10_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 7",
        "6, STRICT, 6",
        "6, ABAPA, 7",
        "4, OLYMPIAD, 10",
        "4, STRICT, 9",
        "3, ABAPA, 15",
        "2, OLYMPIAD, 30"
    })
    void partitionsSolvedSeparatelyGiveTheSameFile(int pits, RuleSet rules, int seeds) throws IOException {
        Random random = TestRandom.create();
        Awari awari = new Awari(pits, rules);
        Databases.build(directory, awari, seeds, 2);
        List<Kernels> kernels = KernelChoice.onThisMachine();
        PartitionedLayer layer = new PartitionedLayer(
                awari, seeds, KernelChoice.of(kernels.get(random.nextInt(kernels.size()))), 1 + random.nextInt(4000));
        List<LayerPartition> partitions = PartitionedLayer.partitions(awari, seeds, 1L << 8 + random.nextInt(10));
        MemorySegment[] conversions = conversions(layer, partitions);
        MemorySegment[] values = solve(layer, partitions, conversions, random);
        LayerHeader header = LayerFile.header(FileKind.SCORES, awari, seeds, 0, FileDigest.NONE);
        byte[] file = Files.readAllBytes(directory.resolve("layer-%03d.granary".formatted(seeds)));
        byte[] expected = Arrays.copyOfRange(
                file,
                LayerHeader.LENGTH,
                LayerHeader.LENGTH + (int) header.packing().groupBytes(header.positions()));
        assertArrayEquals(expected, pack(layer, partitions, values, header, 1 + random.nextInt(50)));
    }

    private MemorySegment[] conversions(PartitionedLayer layer, List<LayerPartition> partitions) {
        MemorySegment[] conversions = new MemorySegment[partitions.size()];
        try (LayerFiles lower = new LayerFiles(directory)) {
            for (int i = 0; i < conversions.length; i++) {
                conversions[i] = segment(layer.bytes(partitions.get(i)));
                layer.convert(partitions.get(i), lower, garbage(layer), conversions[i]);
            }
        }
        return conversions;
    }

    /** Works on partitions at random, from whatever is there of the others, until none changes. */
    private static MemorySegment[] solve(
            PartitionedLayer layer, List<LayerPartition> partitions, MemorySegment[] conversions, Random random) {
        MemorySegment[] values = new MemorySegment[partitions.size()];
        Arrays.setAll(values, i -> segment(layer.bytes(partitions.get(i))));
        boolean[] settled = new boolean[values.length];
        for (int round = 0; ; round++) {
            assertTrue(round < MOST_ROUNDS, "values that are not sound never settle");
            List<Integer> open = new ArrayList<>();
            for (int i = 0; i < settled.length; i++) {
                if (!settled[i]) {
                    open.add(i);
                }
            }
            if (open.isEmpty()) {
                return values;
            }
            Collections.shuffle(open, random);
            List<Integer> chosen = open.subList(0, 1 + random.nextInt(Math.min(3, open.size())));
            boolean changed = sweep(layer, partitions, chosen, values, conversions, 1 + random.nextInt(3)) > 0;
            if (changed) {
                Arrays.fill(settled, false);
            }
            chosen.forEach(number -> settled[number] = !changed);
        }
    }

    private static long sweep(
            PartitionedLayer layer,
            List<LayerPartition> partitions,
            List<Integer> chosen,
            MemorySegment[] values,
            MemorySegment[] conversions,
            int most) {
        // Strips that are not needed must not matter.
        MemorySegment array = garbage(layer);
        MemorySegment converted = garbage(layer);
        List<LayerPartition> group = chosen.stream().map(partitions::get).toList();
        PartitionNeeds needs = layer.needs(group);
        for (int i = 0; i < values.length; i++) {
            layer.loadValues(partitions.get(i), chosen.contains(i) ? null : needs, values[i], array);
        }
        for (int number : chosen) {
            layer.loadConversions(partitions.get(number), conversions[number], converted);
        }
        long[] changed = layer.sweep(group, array, converted, most);
        for (int number : chosen) {
            layer.saveValues(partitions.get(number), array, values[number]);
        }
        return Arrays.stream(changed).sum();
    }

    private static byte[] pack(
            PartitionedLayer layer,
            List<LayerPartition> partitions,
            MemorySegment[] values,
            LayerHeader header,
            int units)
            throws IOException {
        Packing packing = header.packing();
        long rangeLength = (long) units * packing.wholeBytes();
        byte[][] rows = new byte[partitions.size()][];
        for (int i = 0; i < rows.length; i++) {
            MemorySegment array = garbage(layer);
            layer.loadValues(partitions.get(i), null, values[i], array);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            layer.writeRows(partitions.get(i), array, written);
            rows[i] = written.toByteArray();
        }
        PartitionRows partitionRows = layer.rows(partitions);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (long first = 0; first < header.positions(); first += rangeLength) {
            long count = Math.min(rangeLength, header.positions() - first);
            long[] starts = partitionRows.before(first);
            long[] ends = partitionRows.to(first + count - 1);
            List<InputStream> streams = new ArrayList<>();
            for (int i = 0; i < rows.length; i++) {
                streams.add(new ByteArrayInputStream(rows[i], (int) starts[i], (int) (ends[i] - starts[i])));
            }
            layer.pack(partitionRows, streams, packing, first, count, packed);
            for (InputStream stream : streams) {
                assertEquals(-1, stream.read(), "rows are left over");
            }
        }
        return packed.toByteArray();
    }

    private static MemorySegment segment(long bytes) {
        return MemorySegment.ofArray(new byte[(int) bytes]);
    }

    private static MemorySegment garbage(PartitionedLayer layer) {
        return segment(layer.arrayBytes()).fill((byte) 77);
    }
}
