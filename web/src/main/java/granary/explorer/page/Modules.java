package granary.explorer.page;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Finds modules of the page by what others import. */
final class Modules {
    /** The module that a statement at the beginning of a line imports. */
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|export) (?:[^'\"]* from )?'([^']+)';");

    /** The module that is imported when it is wanted. */
    private static final Pattern LATER = Pattern.compile("\\bimport\\('([^']+)'\\)");

    private final UnaryOperator<String> text;
    private final Set<String> found = new LinkedHashSet<>();
    private final Queue<String> later = new ArrayDeque<>();

    private Modules(UnaryOperator<String> text) {
        this.text = text;
    }

    /** Returns a module and all that it needs before it runs. */
    static Set<String> needed(String root, UnaryOperator<String> text) {
        Modules modules = new Modules(text);
        modules.add(root);
        return modules.found;
    }

    /** Returns modules and all that they need before they run, and then what they import later. */
    static Set<String> all(Collection<String> roots, UnaryOperator<String> text) {
        Modules modules = new Modules(text);
        modules.later.addAll(roots);
        while (!modules.later.isEmpty()) {
            modules.add(modules.later.remove());
        }
        return modules.found;
    }

    private void add(String name) {
        if (found.add(name)) {
            String script = text.apply(name);
            forEach(LATER, name, script, later::add);
            forEach(IMPORT, name, script, this::add);
        }
    }

    private static void forEach(Pattern imported, String name, String script, Consumer<String> action) {
        imported.matcher(script).results().forEach(result -> {
            Path path = Path.of(name).resolveSibling(result.group(1)).normalize();
            action.accept(path.toString().replace('\\', '/'));
        });
    }
}
