package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** A server that sends too much is stopped. */
class ExactBodyTest {
    private static final class Sender implements Flow.Subscription {
        private boolean isCancelled;

        @Override
        public void request(long items) {}

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    private static void assertRefused(String why, Sender sender, ExactBody body) {
        assertTrue(sender.isCancelled);
        ExecutionException thrown = assertThrows(
                ExecutionException.class,
                () -> body.getBody().toCompletableFuture().get());
        assertEquals(why, thrown.getCause().getMessage());
    }

    @Test
    void aBodyThatIsLongerThanWantedIsRefusedAtItsFirstByteTooMany() {
        Sender sender = new Sender();
        ExactBody body = new ExactBody(10, true);
        body.onSubscribe(sender);
        body.onNext(List.of(ByteBuffer.allocate(4), ByteBuffer.allocate(6)));
        assertTrue(!sender.isCancelled && !body.getBody().toCompletableFuture().isDone());
        body.onNext(List.of(ByteBuffer.allocate(1)));
        assertRefused("more than 10 bytes", sender, body);
    }

    @Test
    void aBodyThatIsRefusedIsNotReceived() {
        Sender sender = new Sender();
        ExactBody body = new ExactBody(10, true);
        body.onError(new IOException("why"));
        body.onSubscribe(sender);
        assertRefused("why", sender, body);
    }
}
