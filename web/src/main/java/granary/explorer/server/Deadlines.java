package granary.explorer.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which the head of a request is not complete in time, or a body not sent or an answer not taken. An
 * idle timeout alone begins again with every byte, so that a client could keep a connection for hours by sending or reading
 * slowly. To be added to the connector as well as to the handlers.
 */
final class Deadlines extends Handler.Wrapper implements Connection.Listener {
    private static final String ATTRIBUTE = Deadlines.class.getName();

    private final Duration head;
    private final Duration answer;
    /** When each connection is to be closed, as {@link NanoTime} tells it. */
    private final Map<Connection, Long> deadlines = new ConcurrentHashMap<>();

    private Scheduler.Task next;

    /**
     * Wraps a handler.
     *
     * @param head how long a connection may be without a complete head of a request
     * @param answer how long a request may take from its head to the end of its answer
     */
    Deadlines(Handler handler, Duration head, Duration answer) {
        super(handler);
        this.head = head;
        this.answer = answer;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        schedule();
    }

    @Override
    protected void doStop() throws Exception {
        next.cancel();
        super.doStop();
    }

    private void schedule() {
        next = getServer().getScheduler().schedule(this::check, head.toMillis() / 10 + 1, TimeUnit.MILLISECONDS);
    }

    private void check() {
        deadlines.forEach((connection, deadline) -> {
            if (NanoTime.until(deadline) < 0 || !connection.getEndPoint().isOpen()) {
                deadlines.remove(connection);
                connection.getEndPoint().close();
            }
        });
        if (isRunning()) {
            schedule();
        }
    }

    private void limit(Connection connection, Duration time) {
        deadlines.put(connection, NanoTime.now() + time.toNanos());
    }

    @Override
    public void onOpened(Connection connection) {
        limit(connection, head);
    }

    @Override
    public void onClosed(Connection connection) {
        deadlines.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        limit(connection, answer);
        request.setAttribute(ATTRIBUTE, this);
        Request.addCompletionListener(request, failure -> limit(connection, head));
        return super.handle(request, response, callback);
    }

    /** Allows the answer to a request more time, because its client has taken a part; never more than from its head. */
    static void prolong(Request request, Duration more) {
        Deadlines all = (Deadlines) request.getAttribute(ATTRIBUTE);
        all.deadlines.computeIfPresent(request.getConnectionMetaData().getConnection(), (connection, deadline) -> {
            long left = Math.min(NanoTime.until(deadline) + more.toNanos(), all.answer.toNanos());
            return NanoTime.now() + left;
        });
    }
}
