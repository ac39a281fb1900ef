package granary.browser.missing;

/** Stands in for {@link java.util.HexFormat}. */
public final class HexFormat {
    private static final String DIGITS = "0123456789abcdef";
    private static final int RADIX = 16;

    private final String delimiter;

    private HexFormat(String delimiter) {
        this.delimiter = delimiter;
    }

    /** Returns a format without delimiters. */
    public static HexFormat of() {
        return new HexFormat("");
    }

    /** Returns a format with a delimiter between bytes. */
    public static HexFormat ofDelimiter(String delimiter) {
        return new HexFormat(delimiter);
    }

    /** Returns two digits for each byte. */
    public String formatHex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) {
            text.append(text.length() == 0 ? "" : delimiter).append(toHexDigits(one));
        }
        return text.toString();
    }

    /** Returns the bytes of a text without delimiters. */
    public byte[] parseHex(CharSequence text) {
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] =
                    (byte) Integer.parseInt(text.subSequence(2 * i, 2 * i + 2).toString(), RADIX);
        }
        return bytes;
    }

    /** Returns two digits. */
    public String toHexDigits(byte value) {
        return digits(value, Byte.SIZE);
    }

    /** Returns eight digits. */
    public String toHexDigits(int value) {
        return digits(value, Integer.SIZE);
    }

    private static String digits(int value, int bits) {
        StringBuilder text = new StringBuilder();
        for (int shift = bits - 4; shift >= 0; shift -= 4) {
            text.append(DIGITS.charAt(value >>> shift & 0xf));
        }
        return text.toString();
    }
}
