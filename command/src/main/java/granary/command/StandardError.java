package granary.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;

/**
 * The standard error that the launcher was started with. Where it leaves out the line in which Java announces the vector module,
 * Java starts with a pipe in its place; the property {@value #PROPERTY} then is the number of the file descriptor to go on with.
 */
final class StandardError {
    private static final String PROPERTY = "granary.standard-error";

    private StandardError() {}

    /** Makes it {@link System#err} again. */
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
