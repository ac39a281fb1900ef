package granary.command.build;

import granary.format.StoringRule;
import picocli.CommandLine.Option;

/** The option {@code --seal}. */
public final class SealOption {
    @Option(
            names = "--seal",
            arity = "0..1",
            fallbackValue = "reachable",
            paramLabel = "RULE",
            description =
                    "Seal each layer as soon as no later one reads it, as 'seal' does by this rule, reachable (the"
                            + " default) or derived, and remove its packed file.")
    private StoringRule rule;

    /** Returns the rule; null when layers stay packed. */
    public StoringRule rule() {
        return rule;
    }
}
