package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.testing.Outcome;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    private static final Path AWARI = Served.directory("awari");

    @TempDir
    private Path temporary;

    private static void assertRefused(String message, Object... arguments) {
        Outcome outcome = WebCli.run(arguments);
        assertEquals(2, outcome.exitCode(), outcome::toString);
        assertTrue(outcome.err().startsWith("granary: " + message), outcome::toString);
    }

    @Test
    void whatCannotBeServedIsRefused() throws Exception {
        assertRefused(
                "two databases are named 'awari'; give one another name: --dir NAME=" + AWARI,
                "serve",
                "--dir",
                AWARI,
                "--dir",
                AWARI,
                "--port",
                0);
        assertRefused("--port must be 0 to 65535, not 70000", "serve", "--dir", AWARI, "--port", 70_000);
        assertRefused("--host must be an address", "serve", "--dir", AWARI, "--port", 0, "--host", "");
        assertRefused(
                "cannot listen on foo.invalid, port 8080: no such host",
                "serve",
                "--dir",
                AWARI,
                "--host",
                "foo.invalid");
        assertRefused(temporary.resolve("x").toString(), "serve", "--dir", temporary.resolve("x"), "--port", 0);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "cannot listen on 127.0.0.1, port " + taken.getLocalPort() + ": Address already in use",
                    "serve",
                    "--dir",
                    AWARI,
                    "--port",
                    taken.getLocalPort());
        }
    }

    @Test
    void aHeapThatMayNotSufficeIsToldOf() throws Exception {
        List<String> small = new ArrayList<>(WebCli.command("serve", "--dir", AWARI, "--port", 0));
        small.add(1, "-Xmx64m");
        assertWarns(
                small,
                "[0-9.]+ MiB of Java heap; the limit is [0-9.]+ MiB, without the space for new objects;"
                        + " GRANARY_JAVA_OPTIONS=-Xmx[0-9]+g sets another");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void fewerFilesThanItMayHaveOpenAreToldOf() throws Exception {
        List<String> few = new ArrayList<>(List.of("sh", "-c", "ulimit -n 500; exec \"$0\" \"$@\""));
        few.addAll(WebCli.command("serve", "--dir", AWARI, "--port", 0));
        int files = 2000 + 2 * (Served.SEEDS + 1);
        assertWarns(
                few,
                files + " open files, where the system's limit leaves [0-9]+; ulimit -n " + 2 * files
                        + " sets another");
    }

    /** The server starts all the same. */
    private void assertWarns(List<String> command, String need) throws Exception {
        Path errors = temporary.resolve("errors");
        Process server =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (BufferedReader out = server.inputReader()) {
            String opened = out.readLine();
            assertTrue(opened != null && opened.startsWith("Open http://"), opened);
        } finally {
            server.destroyForcibly().waitFor();
        }
        String warning = Files.readString(errors).strip();
        assertTrue(warning.matches("granary: with many visitors at once, serving needs " + need), warning);
    }

    @Test
    void itServesUntilItIsStopped() throws Exception {
        Path even = temporary.resolve("even");
        Path odd = temporary.resolve("odd");
        Databases.spread(AWARI, even, odd);
        Process server = new ProcessBuilder(WebCli.command(
                        "serve",
                        "--dir",
                        "one=" + AWARI,
                        "--dir",
                        Served.directory("chain"),
                        "--dir",
                        "two=" + even,
                        "--port",
                        0))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertTrue(line.matches("Open http://127\\.0\\.0\\.1:[0-9]+/ \\(Ctrl-C stops\\)"), line);
            URI uri = URI.create(line.substring("Open ".length(), line.indexOf(" (")));
            Map<String, String> bodies = new HashMap<>();
            for (String name : List.of("one", "chain", "two")) {
                HttpResponse<String> response = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(uri.resolve("/api/v1/databases/" + name))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertEquals(200, response.statusCode(), response::body);
                bodies.put(name, response.body().replace("\"" + name + "\"", "\"\""));
            }
            assertEquals(bodies.get("one"), bodies.get("two"), "in one directory, and linked to another");
            server.destroy();
            assertTrue(server.waitFor(60, TimeUnit.SECONDS));
        } finally {
            server.destroyForcibly();
        }
    }
}
