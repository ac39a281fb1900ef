import granary.database.Database;
import granary.error.DatabaseException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A program that looks a position up whose page was cut off the file after it was opened. */
class TruncatingProgram {
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        int layer = Integer.parseInt(arguments[2]);
        try (Database database = Database.open(directory)) {
            try (FileChannel file = FileChannel.open(directory.resolve(arguments[1]), StandardOpenOption.WRITE)) {
                file.truncate(4096);
            }
            System.out.println(database.table(layer).score(database.game().size(layer) - 1));
        } catch (DatabaseException e) {
            System.out.println(e.getClass().getName() + ": " + e.path().getFileName());
        }
    }
}
