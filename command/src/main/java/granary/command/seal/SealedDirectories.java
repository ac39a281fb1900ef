package granary.command.seal;

import granary.builder.InvalidRequestException;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;

/** What the commands that seal and unseal have in common. */
final class SealedDirectories {
    private SealedDirectories() {}

    /** Refuses a target that is the source. */
    static void checkDiffer(Path out, Path from) throws IOException {
        if (Files.exists(out) && Files.isSameFile(out, from)) {
            throw new InvalidRequestException("--out must be another directory than --dir " + from);
        }
    }

    /** Returns the bytes of the files of some layers. */
    static long bytes(Manifest manifest, SortedSet<Integer> layers) {
        long bytes = 0;
        for (int layer : layers) {
            Manifest.Entry packed = manifest.layers().get(layer);
            bytes += (packed == null ? manifest.sealed().get(layer) : packed).length();
        }
        return bytes;
    }
}
