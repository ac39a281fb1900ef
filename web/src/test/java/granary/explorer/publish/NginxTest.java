package granary.explorer.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.command.testing.Nginx;
import granary.explorer.WebCli;
import granary.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that was published through a real web server answers like the one in its directory. */
class NginxTest {
    private static final int TOP = 10;
    private static final String[] BOARD = {"1", "0", "0", "2", "0", "1", "0", "3", "0", "0", "1", "2"};

    @TempDir
    private static Path made;

    @TempDir
    private Path work;

    @TempDir
    private Path scratch;

    private static Path database;
    private static Path site;

    @BeforeAll
    static void publish() throws IOException {
        database = Files.createDirectory(made.resolve("db"));
        site = made.resolve("site");
        Awari game = new Awari(6, RuleSet.OLYMPIAD);
        Databases.buildWithDistances(database, game, TOP, new SweepSolver(game, 2, KernelChoice.automatic()));
        WebCli.run("publish", "--dir", database, "--out", site).assertSuccess();
    }

    private static Object[] words(Object... words) {
        List<Object> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(BOARD));
        return all.toArray();
    }

    @Test
    void commandsPrintWhatTheyPrintOfTheDirectory() throws IOException, InterruptedException {
        try (Nginx nginx = new Nginx(work, site, "", "", null)) {
            for (Object[] command : new Object[][] {
                words("probe"), words("probe", "--json"), {"info"}, {"info", "--json"}, {"info", "--files"}
            }) {
                List<Object> local = new ArrayList<>(List.of(command));
                local.addAll(1, List.of("--dir", database));
                List<Object> remote = new ArrayList<>(List.of(command));
                remote.addAll(1, List.of("--dir", nginx.uri()));
                WebCli.run(remote.toArray())
                        .assertPrints(WebCli.run(local.toArray()).printed());
            }
            String refused = WebCli.run("verify", "--dir", nginx.uri()).assertFailure(2);
            assertTrue(refused.contains("granary fetch"), refused);
            Path copy = scratch.resolve("copy");
            WebCli.run("fetch", nginx.uri(), "--dir", copy).assertSuccess();
            assertEquals(Databases.contents(database), Databases.contents(copy));
        }
    }

    @Test
    void aProbeTakesTwoRoundsToOpenAndOneToLookUp() throws IOException, InterruptedException {
        try (Nginx nginx = new Nginx(work, site, "", "", null)) {
            WebCli.run(words("probe", "--dir", nginx.uri())).assertSuccess();
            List<String> log = nginx.log();
            assertEquals(
                    1,
                    log.stream().filter(line -> line.startsWith("HTTP/1.1 200")).count(),
                    log.toString());
            long chunks = log.stream()
                    .filter(line -> line.startsWith("HTTP/1.1 206"))
                    .filter(line -> line.matches(".*bytes=4096-.*|.*bytes=[0-9]{5,}-.*") && length(line) > 4096)
                    .count();
            assertTrue(chunks <= 14, log.toString()); // scores and distances of seven positions
            assertTrue(log.stream().noneMatch(line -> line.contains(" 404 ")), log.toString());
        }
    }

    private static long length(String line) {
        String[] range = line.substring(line.indexOf('=') + 1).split("-", -1);
        return Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1;
    }

    @Test
    void encryptedConnectionsSpeakHttp2() throws IOException, InterruptedException, GeneralSecurityException {
        Path keys = scratch.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storepass",
                        "secret",
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("keytool.log").toFile())
                .start();
        assertEquals(0, keytool.waitFor());
        KeyStore store = KeyStore.getInstance(keys.toFile(), "secret".toCharArray());
        pem(
                "key.pem",
                "PRIVATE KEY",
                store.getKey("test", "secret".toCharArray()).getEncoded());
        Path certificate = pem(
                "certificate.pem", "CERTIFICATE", store.getCertificate("test").getEncoded());
        try (Nginx nginx = new Nginx(work, site, "", "", certificate)) {
            List<String> command = new ArrayList<>(WebCli.command(words("probe", "--dir", nginx.uri())));
            command.addAll(
                    1, List.of("-Djavax.net.ssl.trustStore=" + keys, "-Djavax.net.ssl.trustStorePassword=secret"));
            ChildJvm.run(command)
                    .assertPrints(WebCli.run(words("probe", "--dir", database)).printed());
            assertTrue(nginx.log().size() > TOP, nginx.log().toString());
            assertTrue(
                    nginx.log().stream().allMatch(line -> line.startsWith("HTTP/2.0 20")),
                    nginx.log().toString());
        }
    }

    private Path pem(String name, String kind, byte... bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        return Files.writeString(
                scratch.resolve(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
