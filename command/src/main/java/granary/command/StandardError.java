package granary.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;

/**
 * Restores the launcher's standard error. To hide the line in which Java announces the vector module, the launcher
 * starts Java with a pipe as standard error. The property {@value #PROPERTY} then holds the number of the real file
 * descriptor.
 */
final class StandardError {
    private static final String PROPERTY = "granary.standard-error";

    private StandardError() {}

    /** Makes the launcher's standard error {@link System#err} again. */
    static void restore() {
        Integer number = Integer.getInteger(PROPERTY);
        if (number == null) {
            return;
        }
        try {
            Constructor<FileDescriptor> descriptor = FileDescriptor.class.getDeclaredConstructor(int.class);
            descriptor.setAccessible(true);
            System.setErr(
                    new PrintStream(new FileOutputStream(descriptor.newInstance(number)), true, System.err.charset()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("file descriptor " + number, e);
        }
    }
}
