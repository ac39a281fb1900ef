package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.database.Listing;
import granary.format.Manifest;
import granary.storage.Addresses;
import granary.storage.Source;
import granary.storage.Wanted;
import granary.testing.FileServer;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a web server has, where it is, and what is left of it when it is closed. */
class HttpSourceTest {
    private static final String TOP = Manifest.fileName(SolvedDatabase.TOP);

    @Test
    void namesAreWhatTheManifestListsOnceItWasRead() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                HttpSource source = new HttpSource(server.uri())) {
            assertEquals(Set.of(Manifest.FILE_NAME), source.names());
            assertThrows(NoSuchFileException.class, () -> source.open(TOP));
            Set<String> listed =
                    new TreeSet<>(new Listing(source).manifest().allFiles().keySet());
            listed.add(Manifest.FILE_NAME);
            assertEquals(listed, source.names());
            assertEquals(
                    SolvedDatabase.directory().resolve(TOP).toFile().length(),
                    source.open(TOP).length());
            assertEquals(server.uri() + TOP, source.where(TOP));
            assertEquals(server.uri().toString(), source.where(""));
        }
    }

    /** In Java 17 a client ends when nobody uses it any more. */
    @Test
    @Timeout(60)
    void aClosedDatabaseLeavesNoThread() throws Exception {
        Set<Thread> before = clients();
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            Database remote = Database.open(server.uri());
            remote.table(SolvedDatabase.TOP).value(0);
            assertTrue(clients().size() > before.size());
            remote.close();
            remote.close();
            for (Thread thread : clients()) {
                if (!before.contains(thread) && Runtime.version().feature() > 17) {
                    thread.join();
                }
            }
        }
    }

    private static Set<Thread> clients() {
        Set<Thread> clients = new java.util.HashSet<>(Thread.getAllStackTraces().keySet());
        clients.removeIf(thread -> !thread.getName().contains("SelectorManager"));
        return clients;
    }

    @Test
    @Timeout(60)
    void closingEndsWhatIsUnderWayAndWhatWaitsForIt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            server.setFault((request, answer) -> {
                asked.countDown();
                end.await();
                return answer;
            });
            Requests requests = new Requests(HttpOptions.DEFAULT);
            URI address = server.uri().resolve(Manifest.FILE_NAME);
            List<CompletableFuture<byte[]>> all = java.util.stream.Stream.generate(
                            () -> requests.whole(address, 1 << 20))
                    .limit(100)
                    .toList();
            assertTrue(asked.await(1, TimeUnit.MINUTES));
            requests.close();
            for (CompletableFuture<byte[]> one : all) {
                assertThrows(IllegalStateException.class, () -> Wanted.await(one));
            }
            end.countDown();
        }
    }

    @Test
    void addressesAreReadWhateverLoaderAThreadHas() throws IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader other = new URLClassLoader(new URL[0], null)) {
            for (ClassLoader loader : new ClassLoader[] {other, null}) {
                Thread.currentThread().setContextClassLoader(loader);
                try (Source source = Addresses.at(URI.create("http://host/awari"))) {
                    assertInstanceOf(HttpSource.class, source);
                    assertEquals("http://host/awari/", source.where(""));
                }
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
