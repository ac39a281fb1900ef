package granary.command.builder;

import granary.command.option.StoringRuleWord;
import granary.format.StoringRule;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option {@code --seal}. */
public final class SealOption {
    private static final String DEFAULT = "reachable";

    @Option(
            names = "--seal",
            arity = "0..1",
            fallbackValue = DEFAULT,
            preprocessor = NoOption.class,
            converter = StoringRuleWord.class,
            paramLabel = "RULE",
            description =
                    "Seal each layer as soon as no later one reads it, as 'seal' does by this rule, reachable (the"
                            + " default) or derived, and remove its packed file.")
    private StoringRule rule;

    /** Keeps an unknown option behind this one from being taken for a rule. */
    private static final class NoOption implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (!words.isEmpty() && words.peek().startsWith("-")) {
                words.push(DEFAULT);
            }
            return false; // picocli takes the word
        }
    }

    /** Returns the rule; null when layers stay packed. */
    public StoringRule rule() {
        return rule;
    }
}
