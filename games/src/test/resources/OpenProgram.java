import granary.database.Database;
import granary.error.DatabaseException;
import java.nio.file.Path;

/** A program that embeds the reader: prints the games of databases, or why one cannot be opened. */
class OpenProgram {
    public static void main(String[] arguments) {
        System.out.println(Runtime.version().feature() + ", "
                + (Database.class.getModule().isNamed() ? "module path" : "class path"));
        for (String directory : arguments) {
            try (Database database = Database.open(Path.of(directory))) {
                System.out.println(database.game().identity());
            } catch (DatabaseException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
