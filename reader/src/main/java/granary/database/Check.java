package granary.database;

/** The checks of layer files. Each constant includes the checks of those before it. The manifest is always checked. */
public enum Check {
    /**
     * Only what keeps every lookup within its file: magic, version, lengths and sizes. A damaged header or a file of
     * another rule set passes. For salvage.
     */
    NONE,
    /**
     * Also each header's checksum, and that the file belongs to this database, when it is opened. Reads one page per file. For
     * files whose data was just checked: damaged data gives wrong scores.
     */
    HEADER,
    /**
     * Also the checksum of each block of 64 KiB of data, before a lookup uses the block for the first time. That lookup takes up to
     * 12 microseconds more, and reads the rest of the block. The default.
     */
    FIRST_USE,
    /** Also the checksums of all blocks when a file is opened. Reads all files. */
    OPENING
}
