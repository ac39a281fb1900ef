package granary.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The builder is a library: what it has to say it returns, throws, or tells a monitor. */
class LibraryTest {
    private static final Set<String> FORBIDDEN = Set.of(
            "java/lang/System.out",
            "java/lang/System.err",
            "java/lang/System.in",
            "java/lang/System.console",
            "java/lang/System.exit",
            "java/lang/Runtime.exit",
            "java/lang/Runtime.halt",
            "java/lang/IO.println",
            "java/lang/IO.print");

    /** Of any exception. */
    private static final String PRINT = "printStackTrace";

    @Test
    void libraryPrintsNothingAndNeverExits() throws IOException, URISyntaxException {
        Path classes = Path.of(Monitor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> found = new ArrayList<>();
        int count = 0;
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                count++;
                for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                    if (entry instanceof MemberRefEntry member && isForbidden(member)) {
                        found.add(classes.relativize(file) + ": " + name(member));
                    }
                }
            }
        }
        assertTrue(count > 100, count + " classes in " + classes);
        assertEquals(List.of(), found);
    }

    private static boolean isForbidden(MemberRefEntry member) {
        return FORBIDDEN.contains(name(member)) || member.name().equalsString(PRINT);
    }

    private static String name(MemberRefEntry member) {
        return member.owner().asInternalName() + "." + member.name().stringValue();
    }
}
