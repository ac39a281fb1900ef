package granary.builder.testing;

import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Damages files of a database at random, always so that the directory still tells what it held. */
public final class Damage {
    /** In how many ways a file can be damaged. */
    public static final int KINDS = 5;

    private final Path directory;
    private final Random random;

    public Damage(Path directory, Random random) {
        this.directory = directory;
        this.random = random;
    }

    /** Damages some files or none, and returns what was done. */
    public List<String> some() throws IOException {
        List<String> done = new ArrayList<>();
        List<Path> files = layers();
        Collections.shuffle(files, random);
        boolean manifest = random.nextInt(3) == 0;
        if (manifest) {
            done.add(damage(directory.resolve(Manifest.FILE_NAME), random.nextInt(4)));
        }
        // Without a manifest one header has to be left that tells the game.
        int most = files.size() - (manifest ? 1 : 0);
        int count = random.nextInt(4) == 0 ? random.nextInt(most + 1) : random.nextInt(Math.min(3, most) + 1);
        for (Path file : files.subList(0, count)) {
            // The last file's name tells how far the database went.
            done.add(damage(file, manifest && isLast(file) ? random.nextInt(3) : random.nextInt(KINDS)));
        }
        for (String name : List.of("layer-004.granary.part", "granary.manifest.part")) {
            if (random.nextInt(4) == 0) {
                Files.write(directory.resolve(name), new byte[random.nextInt(5000)]);
                done.add(name);
            }
        }
        return done;
    }

    private List<Path> layers() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(
                    files.filter(file -> file.getFileName().toString().startsWith("layer-"))
                            .sorted()
                            .toList());
        }
    }

    private boolean isLast(Path file) throws IOException {
        List<Path> all = layers();
        List<Path> scores = new ArrayList<>();
        List<Path> distances = new ArrayList<>();
        all.forEach(each -> (each.endsWith(FileKind.SCORES.fileName(number(each))) ? scores : distances).add(each));
        return file.equals(scores.getLast()) || (!distances.isEmpty() && file.equals(distances.getLast()));
    }

    private static int number(Path file) {
        return Integer.parseInt(file.getFileName().toString().substring(6, 9));
    }

    /**
     * Damages a file.
     *
     * @param how in which of the {@link #KINDS}
     */
    public String damage(Path file, int how) throws IOException {
        switch (how) {
            case 0 -> BitFlip.flip(file, random.nextLong(8 * Files.size(file)));
            case 1 -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(random.nextLong(channel.size()));
                }
            }
            case 2 -> Files.write(file, new byte[100], StandardOpenOption.APPEND);
            case 3 -> Files.delete(file);
            default -> {
                List<Path> others = layers();
                Path other = others.get(random.nextInt(others.size()));
                if (!other.equals(file)) {
                    Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return List.of("bit of ", "end of ", "appendix to ", "no ", "another as ")
                        .get(how)
                + file.getFileName();
    }
}
