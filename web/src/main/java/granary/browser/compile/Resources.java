package granary.browser.compile;

import granary.browser.missing.Methods;
import java.util.Collection;
import org.teavm.extension.spi.resources.DefaultResourcesPolicy;

/** Names the resources that the engine reads. */
public final class Resources extends DefaultResourcesPolicy {
    @Override
    public String[] supplyResources(Collection<? extends String> classes) {
        return new String[] {Methods.TABLES};
    }
}
