package granary.builder;

import java.util.Locale;

/** Formats numbers with units for people. */
public final class Units {
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Units() {}

    /** Returns a number of bytes with one decimal and a binary unit, such as {@code 65.1 GiB}. */
    public static String bytes(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, BYTE_UNITS[unit]);
    }

    /** Returns a count with thousands separated by commas. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns a duration such as {@code 3.4 s}, {@code 1 min 40 s} or {@code 17 h 30 min}. */
    public static String seconds(double seconds) {
        long whole = Math.round(seconds);
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        if (whole < 60) {
            return whole + " s";
        }
        if (whole < 3600) {
            return whole / 60 + " min " + whole % 60 + " s";
        }
        return whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    /** Returns a duration rounded to two digits, such as {@code 52 s}, {@code 1.7 h} or {@code 9 days}. */
    public static String estimate(double seconds) {
        if (seconds < 59.5) {
            return digits(seconds, "s");
        }
        if (seconds < 59.5 * 60) {
            return digits(seconds / 60, "min");
        }
        if (seconds < 48 * 3600) {
            return digits(seconds / 3600, "h");
        }
        return digits(seconds / 86400, "days");
    }

    private static String digits(double value, String unit) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f %s" : "%.0f %s", value, unit);
    }

    /** Returns a number of positions per second with a metric prefix, such as {@code 5.3 M/s}. */
    public static String rate(double positionsPerSecond) {
        if (positionsPerSecond >= 1e6) {
            return String.format(Locale.ROOT, "%.1f M/s", positionsPerSecond / 1e6);
        }
        return String.format(Locale.ROOT, "%.1f k/s", positionsPerSecond / 1e3);
    }
}
