package granary.dist;

import granary.command.Granary;
import granary.explorer.WebCommands;

/**
 * Starts the command line if the running Java is new enough. This class is compiled for Java 8, so that any older Java
 * can print the error.
 */
public final class Main {
    private static final int NEEDED = 25;
    private static final int INVALID_REQUEST = 2;

    private Main() {}

    /** Runs a command and exits with its exit code, or with 2 if this Java is too old. */
    public static void main(String[] arguments) {
        String version = System.getProperty("java.specification.version"); // such as 1.8 or 17
        if (Double.parseDouble(version) < NEEDED) {
            System.err.println("granary: needs Java " + NEEDED + " or newer; this is Java " + version + ", in "
                    + System.getProperty("java.home"));
            System.exit(INVALID_REQUEST);
        }
        Granary.main(WebCommands.ALL, arguments);
    }
}
