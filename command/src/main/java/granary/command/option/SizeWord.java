package granary.command.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes, 1 or more, as users write it. */
public final class SizeWord implements ITypeConverter<Long> {
    private static final String UNITS = "KMGT";
    private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,6}(?:[.][0-9]{1,3})?)([" + UNITS + "])");

    @Override
    public Long convert(String word) {
        Matcher size = SYNTAX.matcher(word);
        double number = size.matches() ? Double.parseDouble(size.group(1)) : 0;
        if (number == 0) {
            throw new TypeConversionException("'" + word + "' is not a size, such as 500M or 1.5T");
        }
        return (long) (number * (1L << 10 * (UNITS.indexOf(size.group(2)) + 1)));
    }
}
