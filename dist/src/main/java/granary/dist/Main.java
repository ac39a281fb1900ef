package granary.dist;

import granary.command.Granary;

/** Begins the command line, where Java is new enough for it. This class is compiled for Java 8, so that any Java can say so. */
public final class Main {
    private static final int NEEDED = 25;
    private static final int INVALID_REQUEST = 2;

    private Main() {}

    /** Runs a command and exits with its exit code, 2 if this Java is too old. */
    public static void main(String[] arguments) {
        String version = System.getProperty("java.specification.version"); // 1.8, 17
        if (Double.parseDouble(version) < NEEDED) {
            System.err.println("granary: needs Java " + NEEDED + " or newer; this is Java " + version + ", in "
                    + System.getProperty("java.home"));
            System.exit(INVALID_REQUEST);
        }
        Granary.main(arguments);
    }
}
