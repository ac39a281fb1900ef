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
 * Closes connections that have not brought the head of a request for some time. An idle timeout alone begins anew with every
 * byte, so that a client could keep a connection for hours by sending its request slowly. To be added to the connector as
 * well as to the handlers.
 */
final class HeadTimeout extends Handler.Wrapper implements Connection.Listener {
    private final Duration patience;
    /** Since when each connection has been waited for, while none of its requests is being answered. */
    private final Map<Connection, Long> waiting = new ConcurrentHashMap<>();

    private Scheduler.Task next;

    HeadTimeout(Handler handler, Duration patience) {
        super(handler);
        this.patience = patience;
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
        next = getServer().getScheduler().schedule(this::check, patience.toMillis() / 10 + 1, TimeUnit.MILLISECONDS);
    }

    private void check() {
        waiting.forEach((connection, since) -> {
            if (NanoTime.since(since) > patience.toNanos()
                    || !connection.getEndPoint().isOpen()) {
                waiting.remove(connection);
                connection.getEndPoint().close();
            }
        });
        if (isRunning()) {
            schedule();
        }
    }

    @Override
    public void onOpened(Connection connection) {
        waiting.put(connection, NanoTime.now());
    }

    @Override
    public void onClosed(Connection connection) {
        waiting.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        waiting.remove(connection);
        Request.addCompletionListener(request, failure -> waiting.put(connection, NanoTime.now()));
        return super.handle(request, response, callback);
    }
}
