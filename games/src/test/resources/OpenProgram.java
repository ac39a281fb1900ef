import granary.database.Database;
import granary.error.DatabaseException;
import java.nio.file.Path;

/** A program that embeds the reader: prints the game of a database, or why it cannot be opened. */
class OpenProgram {
    public static void main(String[] arguments) {
        System.out.println(Runtime.version().feature() + ", "
                + (Database.class.getModule().isNamed() ? "module path" : "class path"));
        try (Database database = Database.open(Path.of(arguments[0]))) {
            System.out.println(database.game().identity());
        } catch (DatabaseException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
}
