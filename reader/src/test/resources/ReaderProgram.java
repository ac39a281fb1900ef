import granary.database.Database;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A program that embeds the reader: prints its Java version, a board's score and moves, and a sum over all scores. */
class ReaderProgram {
    public static void main(String[] arguments) {
        System.out.println(Runtime.version().feature());
        try (Database database = Database.open(Path.of(arguments[0]))) {
            int[] board =
                    Stream.of(arguments[1].split(" ")).mapToInt(Integer::parseInt).toArray();
            System.out.println(database.score(board));
            database.moves(board)
                    .forEach(move -> System.out.println(move.move() + " " + move.captured() + " " + move.score()));
            int[] position = new int[database.game().cells()];
            long sum = 0;
            for (int layer : database.layers()) {
                for (long rank = 0; rank < database.game().size(layer); rank++) {
                    database.game().unrank(layer, rank, position);
                    sum = 31 * sum + database.score(position);
                }
            }
            System.out.println(sum);
        }
    }
}
