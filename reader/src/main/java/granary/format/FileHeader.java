package granary.format;

import java.util.List;

/** The first page of a layer's file: what files of all kinds have in common. Immutable. */
public sealed interface FileHeader permits LayerHeader, CompressedHeader {
    /** Bytes in a header: one page, so that the data begins on a page border. */
    int LENGTH = 4096;

    /** The offset of the length of the whole file. */
    int FILE_LENGTH_AT = 16;

    /**
     * A packed file that another one was made of.
     *
     * @param at its offset in the header
     * @param kind its kind
     * @param layer its layer; -1 below layer 0
     * @param digest the file's {@link FileDigest}; {@link FileDigest#NONE} below layer 0
     */
    record Reference(int at, FileKind kind, int layer, String digest) {}

    /**
     * Reads a header and checks everything that can be checked without reading on.
     *
     * @param kind what the file should hold
     * @param where the file, for messages
     * @param bytes the file's first {@value #LENGTH} bytes, or all of it when it is shorter
     * @param actualLength the file's length in bytes
     * @throws granary.error.UnsupportedDatabaseException when the major version or the kind is unknown
     * @throws granary.error.DamagedFileException when magic or checksum are wrong, the file is shorter or longer than the header says, or a
     *     field has an impossible value
     */
    static FileHeader parse(FileKind kind, String where, byte[] bytes, long actualLength) {
        return kind == FileKind.COMPRESSED
                ? CompressedHeader.parse(where, bytes, actualLength)
                : LayerHeader.parse(where, bytes, actualLength);
    }

    /** Returns the kind of the file. */
    FileKind kind();

    /** Returns the game's identity line. */
    String identity();

    /** Returns the layer's number. */
    int layer();

    /** Returns the number of positions. */
    long positions();

    /** Returns the lowest value. */
    int minimum();

    /** Returns the files that the file was made of. */
    List<Reference> references();

    /** Returns the bytes in the whole file. */
    long fileLength();
}
