package granary.rehearsal;

import granary.awari.Awari;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.plain.Header;
import granary.plain.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * A directory with the files of all layers of scores to one, and the distances of that, at their true lengths and made up: {@link
 * SyntheticFile}. It can be opened as any database can.
 */
public final class SyntheticDatabase implements AutoCloseable {
    /** The longest of the synthetic distances. */
    private static final int LONGEST = 200;

    public final Path directory;
    private final SyntheticFile[] scores;
    private final SyntheticFile distances;
    private final Path manifestPath;

    public SyntheticDatabase(Path directory, Awari awari, int seeds, long seed) throws IOException {
        this.directory = directory;
        scores = new SyntheticFile[seeds + 1];
        Rules rules = Rules.valueOf(awari.rules().name());
        Manifest manifest = Manifest.empty(awari.type().id(), awari.parameters());
        String parent = FileDigest.NONE;
        for (int layer = 0; layer <= seeds; layer++) {
            Header header = Header.ofScores(rules, awari.pits(), layer, parent);
            parent = HexFormat.of().toHexDigits(Synthetic.hash(seed, -1, layer)).repeat(4);
            scores[layer] = make(FileKind.SCORES, header, seed);
            manifest = manifest.with(FileKind.SCORES, layer, new Manifest.Entry(scores[layer].length(), parent));
        }
        Header header = Header.ofDistances(rules, awari.pits(), seeds, LONGEST, parent);
        distances = make(FileKind.DISTANCES, header, seed);
        manifest = manifest.with(FileKind.DISTANCES, seeds, new Manifest.Entry(distances.length(), parent));
        manifestPath = directory.resolve(Manifest.FILE_NAME);
        Files.write(manifestPath, manifest.toBytes());
    }

    private SyntheticFile make(FileKind kind, Header header, long seed) throws IOException {
        return new SyntheticFile(directory.resolve(kind.fileName(header.layer())), header, seed);
    }

    public SyntheticFile scores(int layer) {
        return scores[layer];
    }

    public SyntheticFile distances() {
        return distances;
    }

    /** Leaves nothing but headers, and short files. */
    public void clear() throws IOException {
        for (SyntheticFile file : scores) {
            file.clear();
        }
        distances.clear();
    }

    @Override
    public void close() throws IOException {
        for (SyntheticFile file : scores) {
            file.close();
        }
        distances.close();
        Files.delete(manifestPath);
    }
}
