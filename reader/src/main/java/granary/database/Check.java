package granary.database;

/** What is checked of the layer files when a database is opened. The manifest is always checked in full. */
public enum Check {
    /**
     * Only what keeps every lookup within its file: magic, version, lengths and sizes. A damaged header or a file of
     * another rule set passes. For salvage.
     */
    NONE,
    /** Also each header's checksum and that the file belongs to this database. Reads one page a layer. */
    HEADER,
    /** Also the checksum of every block of data. Reads all files. */
    CHECKSUMS
}
