package granary.database;

/** What is checked of the layer files, and when. Each includes those before it. The manifest is always checked in full. */
public enum Check {
    /**
     * Only what keeps every lookup within its file: magic, version, lengths and sizes. A damaged header or a file of
     * another rule set passes. For salvage.
     */
    NONE,
    /**
     * Also each header's checksum and that the file belongs to this database, when it is opened. Reads one page a layer. For
     * files whose data was checked just before: damaged data gives wrong scores.
     */
    HEADER,
    /**
     * Also the checksum of each block of 64 KiB of data, before a lookup uses the block for the first time: one of them costs
     * up to 12 microseconds more, and the reading of the rest of the block. The default.
     */
    FIRST_USE,
    /** The checksums of all blocks already when a file is opened. Reads all files. */
    OPENING
}
