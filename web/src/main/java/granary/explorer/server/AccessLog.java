package granary.explorer.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.jetty.server.RequestLog;

/** A line for each request, in the combined format that web servers share. */
public final class AccessLog implements RequestLog.Writer, AutoCloseable {
    private final PrintWriter out;
    private final boolean isOwn;

    private AccessLog(PrintWriter out, boolean isOwn) {
        this.out = out;
        this.isOwn = isOwn;
    }

    /** Returns a log that goes to a writer, which stays open. */
    public static AccessLog to(PrintWriter out) {
        return new AccessLog(out, false);
    }

    /** Returns a log that is added to a file. */
    public static AccessLog to(Path file) throws IOException {
        return new AccessLog(
                new PrintWriter(Files.newBufferedWriter(
                        file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)),
                true);
    }

    @Override
    public void write(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void close() {
        if (isOwn) {
            out.close();
        }
    }
}
