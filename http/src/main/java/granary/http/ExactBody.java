package granary.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Receives a body, and never more of it than was asked for; nothing after {@link #onError}. */
final class ExactBody implements HttpResponse.BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final byte[] bytes;
    private final boolean isExact;
    private Flow.Subscription subscription;
    private int length;

    /**
     * Makes a receiver.
     *
     * @param most the most bytes that are received
     * @param isExact whether fewer are an error
     */
    ExactBody(int most, boolean isExact) {
        this.bytes = new byte[most];
        this.isExact = isExact;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        if (whole.isDone()) {
            subscription.cancel();
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int count = buffer.remaining();
            if (count > bytes.length - length) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("more than " + bytes.length + " bytes"));
                return;
            }
            buffer.get(bytes, length, count);
            length += count;
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        if (isExact && length < bytes.length) {
            whole.completeExceptionally(new IOException(length + " bytes of " + bytes.length));
        } else {
            whole.complete(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
        }
    }
}
