package granary.testing;

import granary.awari.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Boards of awari for a test, each under one rule set, and under all with {@code -Dgranary.thorough=true}. */
public final class AwariBoards {
    private AwariBoards() {}

    /** Returns of each line "pits, number, ..." the arguments pits, rules, number, ... */
    public static Stream<Arguments> of(String... lines) {
        return Stream.of(lines).flatMap(line -> {
            List<String> numbers = List.of(line.split(", "));
            int pits = Integer.parseInt(numbers.get(0));
            return Stream.of(RuleSet.values())
                    .filter(rules -> Boolean.getBoolean("granary.thorough")
                            || rules == List.of(RuleSet.values()).get(pits % 3))
                    .map(rules -> {
                        List<Object> arguments = new ArrayList<>(numbers);
                        arguments.add(1, rules);
                        return Arguments.of(arguments.toArray());
                    });
        });
    }
}
