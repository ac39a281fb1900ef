package granary.browser.missing;

/** Stands in for {@link java.util.zip.CRC32C}. */
public final class CRC32C {
    private static final int POLYNOMIAL = 0x82f63b78;
    private static final int[] TABLE = new int[256];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int value = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ POLYNOMIAL;
            }
            TABLE[i] = value;
        }
    }

    private int state = -1;

    /** Adds a byte, the lowest eight bits of a number. */
    public void update(int one) {
        state = state >>> Byte.SIZE ^ TABLE[(state ^ one) & 0xff];
    }

    /** Adds bytes. */
    public void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    /** Adds some bytes of an array. */
    public void update(byte[] bytes, int from, int count) {
        int value = state;
        for (int i = from; i < from + count; i++) {
            value = value >>> Byte.SIZE ^ TABLE[(value ^ bytes[i]) & 0xff];
        }
        state = value;
    }

    /** Returns the checksum of the bytes so far. */
    public long getValue() {
        return Integer.toUnsignedLong(~state);
    }
}
