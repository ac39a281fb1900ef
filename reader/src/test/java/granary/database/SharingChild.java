package granary.database;

import granary.format.LayerTable;
import java.nio.file.Path;

/** Prints a digest of all scores of a database. */
final class SharingChild {
    private SharingChild() {}

    /** Takes the directory. */
    public static void main(String[] arguments) {
        long digest = 0;
        try (Database database = Database.open(Path.of(arguments[0]))) {
            for (int round = 0; round < 10; round++) {
                for (int layer : database.layers()) {
                    LayerTable table = database.table(layer);
                    for (long rank = 0; rank < table.positions(); rank++) {
                        digest = 31 * digest + table.value(rank);
                    }
                }
            }
        }
        System.out.println(digest);
    }
}
