package granary.explorer.page;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Finds modules of the page by what others import. */
final class Modules {
    /** The module that a statement at the beginning of a line imports. */
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|export) (?:[^'\"]* from )?'([^']+)';");

    /** The module that is imported when it is wanted. */
    private static final Pattern LATER = Pattern.compile("\\bimport\\('([^']+)'\\)");

    private Modules() {}

    /** Returns a module and all that it needs before it runs. */
    static Set<String> needed(String root, UnaryOperator<String> text) {
        Set<String> found = new LinkedHashSet<>();
        add(root, text, found);
        return found;
    }

    private static void add(String name, UnaryOperator<String> text, Set<String> found) {
        if (found.add(name)) {
            imported(IMPORT, name, text).forEach(other -> add(other, text, found));
        }
    }

    /** Returns modules and all that they need before they run, and then what they import later. */
    static Set<String> all(Collection<String> roots, UnaryOperator<String> text) {
        Set<String> found = new LinkedHashSet<>();
        Queue<String> later = new ArrayDeque<>(roots);
        while (!later.isEmpty()) {
            for (String name : needed(later.remove(), text)) {
                if (found.add(name)) {
                    later.addAll(imported(LATER, name, text));
                }
            }
        }
        return found;
    }

    private static List<String> imported(Pattern how, String name, UnaryOperator<String> text) {
        return how.matcher(text.apply(name))
                .results()
                .map(result -> Path.of(name).resolveSibling(result.group(1)).normalize())
                .map(path -> path.toString().replace('\\', '/'))
                .toList();
    }
}
