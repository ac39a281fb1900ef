package granary.browser.missing;

/** Stands in for the only {@link java.lang.invoke.VarHandle} there is: of numbers of eight bytes in arrays, the lowest byte first. */
public final class VarHandle {
    /** Returns the number at an index. */
    public long get(byte[] bytes, int at) {
        return Integer.toUnsignedLong(low(bytes, at)) | (long) low(bytes, at + Integer.BYTES) << Integer.SIZE;
    }

    private static int low(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    /** Writes a number at an index. */
    public void set(byte[] bytes, int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[at + i] = (byte) (value >>> Byte.SIZE * i);
        }
    }
}
