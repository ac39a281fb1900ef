package granary.browser.compile;

import java.util.List;
import java.util.Set;
import org.teavm.extension.spi.substitution.SimpleSubstitutionPolicy;
import org.teavm.extension.spi.substitution.SubstitutionSink;

/** Names the classes that {@link granary.browser.missing} stands in for. */
public final class Substitution extends SimpleSubstitutionPolicy {
    static final String MISSING = "granary.browser.missing";

    private static final List<String> CLASSES = List.of(
            "java.lang.invoke.MethodHandles",
            "java.lang.invoke.VarHandle",
            "java.util.HexFormat",
            "java.util.concurrent.CompletableFuture",
            "java.util.zip.CRC32C");

    @Override
    public void contribute(SubstitutionSink sink) {
        for (String name : CLASSES) {
            sink.selectClasses(Set.of(name)::contains)
                    .replacePackage(name.substring(0, name.lastIndexOf('.')), MISSING);
        }
    }
}
