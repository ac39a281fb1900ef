import granary.database.Database;
import java.io.File;
import java.net.URI;

/**
 * Opens a database a hundred times. Prints how many descriptors and threads there are more than after ten times, and how many HTTP
 * clients.
 */
class OpensProgram {
    public static void main(String[] arguments) throws InterruptedException {
        int descriptors = 0;
        int threads = 0;
        for (int i = 1; i <= 100; i++) {
            try (Database database = Database.open(URI.create(arguments[0]))) {
                database.table(database.layers().last()).value(0);
            }
            if (i == 10) {
                descriptors = descriptors();
                threads = Thread.activeCount();
            }
        }
        int more = descriptors() - descriptors;
        int moreThreads = Thread.activeCount() - threads;
        for (int i = 0; i < 100 && Runtime.version().feature() > 17 && clients() > 0; i++) {
            Thread.sleep(100); // a thread may take a moment to end
        }
        System.out.println(more + " " + moreThreads + " " + clients());
    }

    private static long clients() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("SelectorManager"))
                .count();
    }

    private static int descriptors() {
        return new File("/proc/self/fd").list().length;
    }
}
