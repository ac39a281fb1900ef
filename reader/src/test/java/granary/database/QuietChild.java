package granary.database;

import granary.database.OpenOptions.Check;
import granary.storage.Access;
import java.nio.file.Path;

/** Opens the database of the current directory in all ways and looks scores up. */
final class QuietChild {
    private QuietChild() {}

    /** Prints one word when all went well. */
    public static void main(String[] arguments) {
        int sum = 0;
        for (Access access : Access.values()) {
            OpenOptions options = OpenOptions.DEFAULT.withAccess(access).withCheck(Check.OPENING);
            try (Database database = Database.open(Path.of(""), options)) {
                int[] board = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2};
                sum += database.score(board)
                        + database.game().notation().draw(board).length();
                database.batch().scores(board, 0, 1, new int[1], 0);
            }
        }
        System.out.println(sum == 0 ? "nothing read" : "read");
    }
}
