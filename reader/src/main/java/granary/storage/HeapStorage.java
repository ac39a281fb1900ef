package granary.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/** A file in an array. */
final class HeapStorage implements Storage {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;

    /** Takes the bytes, and does not copy them. */
    HeapStorage(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public long getLong(long offset) {
        return (long) LONG.get(bytes, (int) Objects.checkFromIndexSize(offset, Long.BYTES, bytes.length));
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        int from = (int) Objects.checkFromIndexSize(offset, count, bytes.length);
        System.arraycopy(bytes, from, target, at, count);
    }
}
