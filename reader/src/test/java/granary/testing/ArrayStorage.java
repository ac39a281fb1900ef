package granary.testing;

import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A file's bytes in an array.
 *
 * @param bytes the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ArrayStorage(byte[] bytes) implements Storage {
    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public long getLong(long offset) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong((int) offset);
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        System.arraycopy(bytes, (int) offset, target, at, count);
    }
}
