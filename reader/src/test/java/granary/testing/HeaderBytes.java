package granary.testing;

import granary.plain.Header;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Changes fields of a layer file's header as another program might write them: with a right checksum. */
public final class HeaderBytes {
    // Where the specification puts the fields.
    public static final int MAJOR = 8;
    public static final int MINOR = 10;
    public static final int HEADER_LENGTH = 12;
    public static final int FILE_LENGTH = 16;
    public static final int LAYER = 24;
    public static final int QUANTITY = 28;
    public static final int POSITIONS = 32;
    public static final int MINIMUM = 44;
    public static final int RADIX = 48;
    public static final int DIGITS = 52;
    public static final int BITS = 53;
    public static final int BUILT_ON = 64;
    public static final int IDENTITY = 1024;
    public static final int CHECKSUM = 4092;

    private HeaderBytes() {}

    /** Returns a file with fields changed and the header's checksum made right again. */
    public static byte[] with(byte[] file, Consumer<ByteBuffer> change) {
        byte[] changed = file.clone();
        change.accept(ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN));
        return Header.sign(changed);
    }
}
