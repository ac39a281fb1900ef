package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import granary.testing.Thorough;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The reader in JavaScript passes its own tests in a browser, which reads the conformance databases from a plain web server. That it
 * passes them in node, and agrees with the reader in Java, is tested in module granary-games.
 */
@Thorough
class JavaScriptReaderTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Browser browser;
    private Server server;
    private URI address;

    @BeforeEach
    void start() throws Exception {
        browser = Browser.shared();
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new ContextHandlerCollection(files("conformance"), files("languages/javascript")));
        server.start();
        address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/");
    }

    private ContextHandler files(String name) {
        ResourceHandler files = new ResourceHandler();
        files.setEtags(true);
        ContextHandler context = new ContextHandler(files, "/" + name);
        context.setBaseResource(ResourceFactory.of(server).newResource(ROOT.resolve(name)));
        return context;
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
    }

    @Test
    void theReaderInJavaScriptPassesItsTestsInABrowser() throws Exception {
        List<String> databases;
        try (Stream<Path> directories = Files.list(ROOT.resolve("conformance"))) {
            databases = directories
                    .filter(directory -> Files.exists(directory.resolve("positions.tsv")))
                    .map(directory -> address.resolve("conformance/" + directory.getFileName() + "/")
                            .toString())
                    .sorted()
                    .toList();
        }
        browser.openNext(address.resolve("languages/javascript/test/").toString()); // the list of the files
        Object count = browser.asyncScript("""
                const {EVERYWHERE, tests} = await import('./tests.js');
                const answers = new Map(); // what many tests read comes from the server once
                const once = async (address, request) => {
                  const key = `${address} ${request?.headers?.Range}`;
                  if (!answers.has(key)) {
                    const {status, headers, body} = await fetch(address, request);
                    answers.set(key, {status, headers, bytes: await new Response(body).arrayBuffer()});
                  }
                  const {status, headers, bytes} = answers.get(key);
                  return new Response(bytes, {status, headers});
                };
                window.granary = tests(EVERYWHERE, arguments[0], arguments[1], once);
                return window.granary.length;
                """, address.resolve("conformance/").toString(), databases);
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < ((Number) count).intValue(); i++) {
            Object outcome = browser.asyncScript(
                    "const {name, run} = window.granary[arguments[0]];"
                            + "try { await run(); return name; } catch (problem) { return '! ' + name + ': ' + problem.stack; }",
                    i);
            if (outcome.toString().startsWith("!")) {
                failed.add(outcome.toString());
            }
        }
        assertFalse(databases.isEmpty());
        assertEquals(List.of(), failed);
    }
}
