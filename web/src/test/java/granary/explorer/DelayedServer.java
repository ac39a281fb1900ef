package granary.explorer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server as if it stood far away: passes all bytes on, each after a delay, in both directions. The first bytes of a
 * connection take a round trip longer, as connecting does.
 */
final class DelayedServer implements AutoCloseable {
    private final URI near;
    private final long delayNanos;
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts passing on to a server on this machine. */
    DelayedServer(URI near, int delayMillis) throws IOException {
        this.near = near;
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.listening = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** Returns the address that the delayed server has for one of the other's. */
    URI uri(URI address) {
        return URI.create(address.toString().replace(":" + near.getPort(), ":" + listening.getLocalPort()));
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket browser = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), near.getPort());
                browser.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                pass(browser, server, 3 * delayNanos);
                pass(server, browser, delayNanos);
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Some bytes, and when they arrive; none at the end. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Sent(byte[] bytes, long arrival) {}

    private void pass(Socket from, Socket to, long firstDelay) {
        BlockingQueue<Sent> under = new LinkedBlockingQueue<>();
        threads.execute(() -> {
            long earliest = System.nanoTime() + firstDelay;
            try (InputStream in = from.getInputStream()) {
                byte[] buffer = new byte[1 << 16];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    under.add(
                            new Sent(Arrays.copyOf(buffer, count), Math.max(earliest, System.nanoTime() + delayNanos)));
                }
            } catch (IOException e) {
                // One of both has ended the connection.
            } finally {
                under.add(new Sent(new byte[0], System.nanoTime() + delayNanos));
            }
        });
        threads.execute(() -> {
            try (OutputStream out = to.getOutputStream()) {
                for (Sent next = under.take(); next.bytes.length > 0; next = under.take()) {
                    TimeUnit.NANOSECONDS.sleep(next.arrival - System.nanoTime());
                    out.write(next.bytes);
                }
            } catch (IOException | InterruptedException e) {
                // One of both has ended the connection, or the measurement has ended.
            }
        });
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
