package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import granary.builder.file.DirectFile;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/**
 * How pages of bytes of a narrow range lie in a file: with six, seven or eight bits a byte. The bytes are -n..n, n at most 31, 63
 * or 127, and {@link Byte#MIN_VALUE}, which becomes the least number of so many bits. Zeros become zeros. Immutable.
 *
 * <p>Words of eight bytes are coded at a time, with plain shifts, several gigabytes a second. In the file a word has the low
 * bits of eight bytes, and three or seven words have in the bits that these leave the eight bytes of one more word.
 *
 * <p>A power cut may leave some sectors of a page written and others not. Every byte then is an older or a newer one, but those
 * whose bits lie in two sectors may be neither: see {@link #clearDivided}.
 */
final class PageCode {
    /** All bytes as they are. */
    static final PageCode PLAIN = new PageCode(Byte.SIZE);

    /** Bytes of a page. */
    static final int PAGE = 4096;

    private static final int PAGE_WORDS = PAGE / Long.BYTES;
    private static final int SECTOR_WORDS = DirectFile.SECTOR / Long.BYTES;
    /** 1 in each byte. */
    private static final long ONES = 0x0101010101010101L;

    private final int bits;
    /** How many bits of a byte are left. */
    private final int spare;
    /** How many words in the file hold one more. */
    private final int together;
    /** In each byte of a coded word, the bit of the sign. */
    private final long sign;
    /** The bits below it. */
    private final long amount;
    /** In each byte of a word, as many low bits as are left. */
    private final long piece;

    private PageCode(int bits) {
        this.bits = bits;
        spare = Byte.SIZE - bits;
        together = spare == 0 ? 0 : bits / spare;
        sign = ONES << (bits - 1);
        amount = sign - ONES;
        piece = ONES * ((1 << spare) - 1);
    }

    /**
     * Returns the shortest code for bytes of -greatest..greatest, and {@link Byte#MIN_VALUE}.
     *
     * @param greatest 0 to 127
     */
    static PageCode of(int greatest) {
        return greatest < 1 << 5 ? new PageCode(6) : greatest < 1 << 6 ? new PageCode(7) : PLAIN;
    }

    /** Returns how many bits a byte has in the file. */
    int bits() {
        return bits;
    }

    /** Returns whether bytes are in the file as they are. */
    boolean isPlain() {
        return spare == 0;
    }

    /** Returns how many bytes in the file whole pages of {@value #PAGE} bytes become: a multiple of the sector's. */
    long packed(long bytes) {
        return bytes / Byte.SIZE * bits;
    }

    /**
     * Packs pages of {@value #PAGE} bytes.
     *
     * @param place tells where each page is
     * @param count how many pages
     * @param packed takes as many bytes as {@link #packed} says
     * @throws IllegalArgumentException when a byte is out of range
     */
    void pack(MemorySegment pages, IntToLongFunction place, int count, MemorySegment packed) {
        long[] words = new long[PAGE_WORDS];
        long[] coded = new long[PAGE_WORDS / Byte.SIZE * bits];
        long wrong = 0;
        for (int page = 0; page < count; page++) {
            if (isPlain()) {
                MemorySegment.copy(pages, place.applyAsLong(page), packed, (long) page * PAGE, PAGE);
                continue;
            }
            MemorySegment.copy(pages, JAVA_LONG, place.applyAsLong(page), words, 0, words.length);
            wrong |= encode(words);
            fold(words, coded);
            MemorySegment.copy(coded, 0, packed, JAVA_LONG, packed((long) page * PAGE), coded.length);
        }
        if (wrong != 0) {
            throw new IllegalArgumentException("a byte of the working memory needs more than " + bits + " bits");
        }
    }

    /** Unpacks pages, and passes over those whose place is negative; see {@link #pack}. */
    void unpack(MemorySegment packed, MemorySegment pages, IntToLongFunction place, int count) {
        long[] words = new long[PAGE_WORDS];
        long[] coded = new long[PAGE_WORDS / Byte.SIZE * bits];
        for (int page = 0; page < count; page++) {
            long at = place.applyAsLong(page);
            if (at < 0) {
                continue;
            }
            if (isPlain()) {
                MemorySegment.copy(packed, (long) page * PAGE, pages, at, PAGE);
                continue;
            }
            MemorySegment.copy(packed, JAVA_LONG, packed((long) page * PAGE), coded, 0, coded.length);
            unfold(coded, words);
            decode(words);
            MemorySegment.copy(words, 0, pages, JAVA_LONG, at, words.length);
        }
    }

    /** Sets those bytes of whole pages to 0 whose bits lie in two sectors. */
    void clearDivided(MemorySegment pages) {
        if (isPlain()) {
            return;
        }
        long groups = pages.byteSize() / Long.BYTES / (together + 1);
        for (long group = 0; group < groups; group++) {
            long first = group * together;
            if (first / SECTOR_WORDS != (first + together - 1) / SECTOR_WORDS) {
                pages.set(JAVA_LONG, (group * (together + 1) + together) * Long.BYTES, 0);
            }
        }
    }

    /** Codes words in place, and returns 0 if decoding them gives the same again. The compiler makes vectors of such loops. */
    private long encode(long[] words) {
        long wrong = 0;
        for (int i = 0; i < words.length; i++) {
            long word = words[i];
            long code = word & amount | word >>> spare & sign;
            wrong |= decode(code) ^ word;
            words[i] = code;
        }
        return wrong;
    }

    /** Decodes words in place; what else is in their bytes goes. */
    private void decode(long[] words) {
        for (int i = 0; i < words.length; i++) {
            words[i] = decode(words[i]);
        }
    }

    /** Moves signs to the highest bit, and fills the bits between, except for the least number. */
    private long decode(long code) {
        long low = code & amount;
        long negative = code & sign;
        long filled = low + amount & negative; // signs of those whose amount is not 0
        return low | negative << spare | (filled << spare) - filled;
    }

    /** Divides each last word among those before it. */
    private void fold(long[] words, long[] coded) {
        int from = 0;
        for (int to = 0; to < coded.length; from++) {
            long last = words[from + together];
            for (int end = to + together; to < end; to++, from++) {
                coded[to] = words[from] | (last & piece) << bits;
                last >>>= spare;
            }
        }
    }

    /** Puts each last word together again; in those before it its pieces stay. */
    private void unfold(long[] coded, long[] words) {
        int to = 0;
        for (int from = 0; from < coded.length; to++) {
            long last = 0;
            for (int i = 0; i < together; i++, from++, to++) {
                words[to] = coded[from];
                last |= (coded[from] >>> bits & piece) << i * spare;
            }
            words[to] = last;
        }
    }
}
