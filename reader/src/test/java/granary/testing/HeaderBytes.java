package granary.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Changes fields of a layer file's header as another program might write them: with a right checksum. */
public final class HeaderBytes {
    // Where the specification puts the fields.
    public static final int MAJOR = 8;
    public static final int MINOR = 10;
    public static final int FILE_LENGTH = 16;
    public static final int LAYER = 24;
    public static final int SECTION_COUNT = 28;
    public static final int POSITIONS = 32;
    public static final int SECTIONS = 64;
    public static final int SECTION_LENGTH = 64;
    public static final int IDENTITY = 1024;
    public static final int CHECKSUM = 4092;

    private HeaderBytes() {}

    /** Returns a file with fields changed and the header's checksum made right again. */
    public static byte[] with(byte[] file, Consumer<ByteBuffer> change) {
        byte[] changed = file.clone();
        change.accept(ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN));
        PlainLayerFile.sign(changed);
        return changed;
    }

    /** Puts a section of an unknown kind before the scores. */
    public static void insertUnknownSection(ByteBuffer file) {
        byte[] scores = new byte[SECTION_LENGTH];
        file.get(SECTIONS, scores);
        file.put(SECTIONS + SECTION_LENGTH, scores);
        file.put(SECTIONS, new byte[SECTION_LENGTH]);
        file.putInt(SECTIONS, 77).putInt(SECTIONS + 4, 99);
        file.putInt(SECTION_COUNT, 2);
    }
}
