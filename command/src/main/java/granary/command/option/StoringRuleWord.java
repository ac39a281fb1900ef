package granary.command.option;

import granary.format.StoringRule;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A storing rule by its name; picocli would offer each name twice, in capitals, too. */
public final class StoringRuleWord implements ITypeConverter<StoringRule> {
    @Override
    public StoringRule convert(String word) {
        return Arrays.stream(StoringRule.values())
                .filter(rule -> rule.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("no rule '" + word + "'; the rules are "
                        + Arrays.stream(StoringRule.values())
                                .map(StoringRule::toString)
                                .collect(Collectors.joining(", "))));
    }
}
