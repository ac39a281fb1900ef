package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import granary.command.testing.Nginx;
import granary.testing.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reader in JavaScript passes its own tests in a browser, which reads the conformance databases from a plain web server. That it
 * passes them in node, and agrees with the reader in Java, is tested in module granary-games.
 */
@Thorough
class JavaScriptReaderTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void theReaderInJavaScriptPassesItsTestsInABrowser(@TempDir Path work) throws Exception {
        Browser browser = Browser.shared();
        List<String> failed = new ArrayList<>();
        try (Nginx server = new Nginx(work, ROOT, "", "autoindex on;", null);
                Stream<Path> directories = Files.list(ROOT.resolve("conformance"))) {
            List<String> databases = directories
                    .filter(directory -> Files.exists(directory.resolve("positions.tsv")))
                    .map(directory -> server.uri()
                            .resolve("conformance/" + directory.getFileName() + "/")
                            .toString())
                    .sorted()
                    .toList();
            assertFalse(databases.isEmpty());
            browser.enter(server.uri().resolve("languages/javascript/test/")); // the list of the files
            Object count = browser.asyncScript(
                    """
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
                    """, server.uri().resolve("conformance/").toString(), databases);
            for (int i = 0; i < ((Number) count).intValue(); i++) {
                Object outcome = browser.asyncScript(
                        "const {name, run} = window.granary[arguments[0]];"
                                + "try { await run(); return name; } catch (problem) { return '! ' + name + ': ' + problem.stack; }",
                        i);
                if (outcome.toString().startsWith("!")) {
                    failed.add(outcome.toString());
                }
            }
        }
        assertEquals(List.of(), failed);
    }
}
