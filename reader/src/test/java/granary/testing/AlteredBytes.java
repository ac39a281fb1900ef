package granary.testing;

import granary.format.LayerHeader;
import java.util.Random;

/** Alters bytes of a layer's file behind its header, as a disk or a copy may. */
public final class AlteredBytes {
    private static final int MOST = 8;

    private AlteredBytes() {}

    /** Returns a copy of a file in which one to {@value #MOST} neighbours got other values, which may be the old ones. */
    public static byte[] of(byte[] whole, Random random) {
        byte[] altered = whole.clone();
        int count = 1 + random.nextInt(MOST);
        int at = LayerHeader.LENGTH + random.nextInt(whole.length - LayerHeader.LENGTH - count + 1);
        for (int i = at; i < at + count; i++) {
            altered[i] = (byte) random.nextInt(256);
        }
        return altered;
    }
}
