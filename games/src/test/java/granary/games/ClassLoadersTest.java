package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.game.GameType;
import granary.game.Games;
import granary.games.chomp.ChompType;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** Games are found by the class loader of the reader, and added where they are in another. */
class ClassLoadersTest {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final URL reader = location(Games.class);
    private final URL games = location(ChompType.class);

    @Test
    void gamesBesideTheReaderAreFound() throws Exception {
        try (URLClassLoader both = new URLClassLoader(new URL[] {reader, games}, PLATFORM)) {
            assertEquals("awari, chain, chexers, chomp", ids(both));
        }
    }

    @Test
    void gamesInAParentOfTheReaderAreFound() throws Exception {
        try (URLClassLoader parent = new URLClassLoader(new URL[] {reader, games}, PLATFORM);
                URLClassLoader child = new URLClassLoader(new URL[] {reader}, parent)) {
            assertEquals("awari, chain, chexers, chomp", ids(child));
        }
    }

    @Test
    void gamesInAChildOfTheReaderAreAdded() throws Exception {
        try (URLClassLoader parent = new URLClassLoader(new URL[] {reader}, PLATFORM);
                URLClassLoader child = new URLClassLoader(new URL[] {games}, parent)) {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(child);
            try {
                assertEquals("awari", ids(parent));
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
            Object chomp =
                    child.loadClass(ChompType.class.getName()).getConstructor().newInstance();
            parent.loadClass(Games.class.getName())
                    .getMethod("add", parent.loadClass(GameType.class.getName()))
                    .invoke(null, chomp);
            assertEquals("awari, chomp", ids(child));
        }
    }

    private static Object ids(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass(Games.class.getName()).getMethod("ids").invoke(null);
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
