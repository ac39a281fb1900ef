package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.database.Listing;
import granary.format.Manifest;
import granary.game.Games;
import granary.storage.Addresses;
import granary.storage.Prefetch;
import granary.storage.Source;
import granary.testing.ChildJvm;
import granary.testing.FileServer;
import granary.testing.Jdks;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source of a web server names its files and its address, and leaves nothing behind when it is closed. */
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
                assertThrows(IllegalStateException.class, () -> Prefetch.await(one));
            }
            end.countDown();
        }
    }

    /** Runs a task after a moment. */
    @FunctionalInterface
    private interface Runner {
        void run(Runnable task) throws Exception;
    }

    @Test
    void addressesAndGamesAreFoundInEveryKindOfThread() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Method virtual = Thread.class.getMethod("startVirtualThread", Runnable.class); // of Java 21
        Map<String, Runner> runners = Map.of(
                "this",
                Runnable::run,
                "new",
                task -> new Thread(task).start(),
                "virtual",
                task -> virtual.invoke(null, task),
                "common pool",
                ForkJoinPool.commonPool()::execute,
                "executor",
                executor::execute,
                "parallel stream",
                task -> IntStream.range(0, 1).parallel().forEach(i -> task.run()));
        try (URLClassLoader other = new URLClassLoader(new URL[0], null)) {
            for (Map.Entry<String, Runner> runner : runners.entrySet()) {
                for (ClassLoader loader :
                        new ClassLoader[] {null, other, getClass().getClassLoader()}) {
                    CompletableFuture<String> found = new CompletableFuture<>();
                    runner.getValue().run(() -> found.complete(find(loader)));
                    assertEquals("http://host/awari/ awari", found.get(1, TimeUnit.MINUTES), runner.getKey());
                }
            }
        } finally {
            executor.shutdown();
        }
    }

    private static String find(ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try (Source source = Addresses.at(URI.create("http://host/awari"))) {
            return source.where("") + (Games.contains("awari") ? " awari" : "");
        } catch (RuntimeException e) {
            return e.toString();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The loader of the reader decides, and no thread's; what is in another is named. */
    @Test
    void addressesAreFoundBesideTheReader() throws Exception {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        URL reader = location(Database.class);
        URL http = location(HttpSource.class);
        try (URLClassLoader both = new URLClassLoader(new URL[] {reader, http}, platform);
                URLClassLoader parent = new URLClassLoader(new URL[] {reader}, platform);
                URLClassLoader child = new URLClassLoader(new URL[] {http}, parent)) {
            assertEquals(both.loadClass(HttpSource.class.getName()), at(both, both));
            assertEquals(both.loadClass(HttpSource.class.getName()), at(both, null));
            for (ClassLoader context : new ClassLoader[] {child, null}) {
                Exception refusal = assertThrows(InvocationTargetException.class, () -> at(child, context));
                String message = refusal.getCause().getMessage();
                assertTrue(message.contains("opens new granary.http.HttpSource(address)"), message);
            }
            URI address = URI.create("http://host/awari");
            Object source = child.loadClass(HttpSource.class.getName())
                    .getConstructor(URI.class)
                    .newInstance(address);
            assertTrue(parent.loadClass(Source.class.getName()).isInstance(source));
        }
    }

    /** Returns the class of the source that a reader finds. */
    private static Class<?> at(ClassLoader loader, ClassLoader context) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(context);
        try {
            Method at = loader.loadClass(Addresses.class.getName()).getMethod("at", URI.class);
            return at.invoke(null, URI.create("http://host/awari")).getClass();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void aHundredOpenDatabasesLeaveNothingBehind(int version) throws Exception {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            String[] left = ChildJvm.run(List.of(
                            ChildJvm.java(Jdks.require(version)),
                            "-cp",
                            ChildJvm.path(Database.class, HttpSource.class),
                            "src/test/resources/OpensProgram.java",
                            server.uri().toString()))
                    .printed()
                    .strip()
                    .split(" ", -1);
            // As many as there may be requests at a time, since a connection may be in use when the next is wanted.
            assertTrue(Integer.parseInt(left[0]) <= 64, left[0] + " descriptors");
            assertTrue(Integer.parseInt(left[1]) <= 64, left[1] + " threads");
            assertEquals(version == 17 ? "1" : "0", left[2], "clients");
        }
    }
}
