package granary.builder.compress;

import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;

/**
 * The code of half a block. An arithmetic encoder, the other side of {@link BlockDecoder}. One thread uses a code.
 *
 * <p>The decoders of both halves read on into the other's bytes, so the last bytes of a half must do whatever follows. One byte may
 * serve both.
 */
final class HalfCode {
    private final byte[] bytes = new byte[BlockWalk.BLOCK];

    private int length;
    private int low;
    private int high;

    /** Begins a code. */
    void begin() {
        length = 0;
        low = 0;
        high = -1;
    }

    /** Adds a decision for the upper or the lower branch, of which the upper has a probability, of 65536. */
    void put(boolean isUpper, int probability) {
        int split = low + (int) ((high - low & 0xffff_ffffL) * probability >>> 16);
        if (isUpper) {
            high = split;
        } else {
            low = split + 1;
        }
        while ((low ^ high) >>> 24 == 0) {
            // A longer code is not used.
            if (length < bytes.length) {
                bytes[length++] = (byte) (high >>> 24);
            }
            low <<= 8;
            high = high << 8 | 0xff;
        }
    }

    /**
     * Joins the codes of both halves to a block: the first from the first byte on, the second from the last byte back.
     *
     * @param target receives the block
     * @return the block's length byte, {@link BlockDecoder#RAW} when the codes are too long
     */
    static int join(HalfCode first, HalfCode second, byte[] target) {
        int settled = first.length + second.length;
        if (settled < BlockDecoder.RAW) {
            first.copy(target, 0, 1);
            second.copy(target, settled - 1, -1);
            if (fit(first, second, target, settled)) {
                return settled;
            }
        }
        int shared = settled + 1;
        if (shared < BlockDecoder.RAW) {
            second.copy(target, shared - 1, -1);
            for (int next = first.low >>> 24; next <= first.high >>> 24; next++) {
                target[first.length] = (byte) next;
                if (fit(first, second, target, shared)) {
                    return shared;
                }
            }
        }
        first.end();
        second.end();
        int length = first.length + second.length;
        if (length >= BlockDecoder.RAW) {
            return BlockDecoder.RAW;
        }
        first.copy(target, 0, 1);
        second.copy(target, length - 1, -1);
        return length;
    }

    private void copy(byte[] target, int at, int step) {
        for (int i = 0; i < length; i++) {
            target[at + i * step] = bytes[i];
        }
    }

    /** Returns whether both decoders find what was encoded in a block of a number of bytes. */
    private static boolean fit(HalfCode first, HalfCode second, byte[] block, int length) {
        return first.holds(block, length, first.length, 1)
                && second.holds(block, length, length - 1 - second.length, -1);
    }

    private boolean holds(byte[] block, int blockLength, int at, int step) {
        int number = 0;
        for (int i = 0; i < Integer.BYTES; i++, at += step) {
            number = number << 8 | (at >= 0 && at < blockLength ? block[at] & 0xff : 0);
        }
        return Integer.compareUnsigned(low, number) <= 0 && Integer.compareUnsigned(number, high) <= 0;
    }

    /** Adds the fewest bytes that lead into the interval whatever follows. */
    private void end() {
        for (int count = 0; ; count++) {
            int free = Integer.SIZE - 8 * count;
            long rest = (1L << free) - 1;
            long number = (low & 0xffff_ffffL) + rest >>> free << free;
            if (number + rest <= (high & 0xffff_ffffL)) {
                for (int i = 0; i < count && length < bytes.length; i++) {
                    bytes[length++] = (byte) (number >>> 24 - 8 * i);
                }
                return;
            }
        }
    }
}
