package granary.builder.sweep.kernel;

import java.lang.module.FindException;
import java.lang.reflect.InvocationTargetException;

/**
 * Java's vector module. It is there if Java was started with it. If not, it is loaded when it is first asked for, in the way in
 * which Java itself loads modules that turn out to be needed: then Java prints no warning of it, starts sooner, and compiles the
 * vector loops as if it had been there from the start. That takes some hundredths of a second. It needs the package
 * {@code jdk.internal.module}, which the manifest of the executable jar exports.
 */
public final class VectorModule {
    static final String NAME = "jdk.incubator.vector";

    private static final boolean PRESENT = ModuleLayer.boot().findModule(NAME).isPresent() || load();

    private VectorModule() {}

    /** Returns whether classes of the module may be used. Any thread may ask. */
    public static boolean isPresent() {
        return PRESENT;
    }

    private static boolean load() {
        try {
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, NAME);
            return true;
        } catch (IllegalAccessException | ClassNotFoundException | NoSuchMethodException e) {
            return false; // this Java does not let us
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof FindException) {
                return false; // this Java comes without the module
            }
            throw new IllegalStateException("module " + NAME, e.getCause());
        }
    }
}
