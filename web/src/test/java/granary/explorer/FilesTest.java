package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.Build;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.testing.Thorough;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a database, for others to copy. */
class FilesTest {
    private static final String FILES = "/api/v1/databases/awari/files";

    private static final String LAYER = FILES + "/" + Manifest.fileName(8);

    @TempDir
    private Path copied;

    private static byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(Served.directory("awari").resolve(name));
    }

    @Test
    void aDatabaseIsCopiedByItsListOfFiles() throws Exception {
        TreeSet<String> names = new TreeSet<>();
        for (JsonElement element : Served.json(Served.get(FILES)).getAsJsonArray("files")) {
            JsonObject file = element.getAsJsonObject();
            String name = file.get("name").getAsString();
            names.add(name);
            byte[] body =
                    Served.bytes(FILES + "/" + name, "Accept-Encoding", "gzip").body();
            assertArrayEquals(bytes(name), body, name);
            assertEquals(file.get("bytes").getAsLong(), body.length, name);
            assertEquals(file.get("digest").getAsString(), FileDigest.of(body), name);
            Files.write(copied.resolve(name), body);
        }
        assertEquals(2 * 9 + 1, names.size(), names::toString);
        try (Database copy = Database.open(copied)) {
            assertEquals(Served.SEEDS, copy.distanceLayers().last());
        }
    }

    @Test
    void aPartOfAFileIsSentAsARange() throws Exception {
        byte[] whole = bytes(Manifest.fileName(8));
        HttpResponse<byte[]> part = Served.bytes(LAYER, "Range", "bytes=4000-4999");
        assertEquals(206, part.statusCode());
        assertEquals(
                "bytes 4000-4999/" + whole.length,
                part.headers().firstValue("Content-Range").orElseThrow());
        assertArrayEquals(Arrays.copyOfRange(whole, 4000, 5000), part.body());
        assertEquals(
                416, Served.get(LAYER, "Range", "bytes=" + whole.length + "-").statusCode());
        HttpResponse<String> head = Served.send(
                HttpRequest.newBuilder(Served.uri(LAYER)).method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertEquals(
                Integer.toString(whole.length),
                head.headers().firstValue("Content-Length").orElseThrow());
        String tag = head.headers().firstValue("ETag").orElseThrow();
        assertEquals('"' + FileDigest.of(whole) + '"', tag);
        assertEquals(304, Served.get(LAYER, "If-None-Match", tag).statusCode());
        assertEquals(
                200,
                Served.get(LAYER, "Range", "bytes=0-9", "If-Range", "\"other\"").statusCode());
        assertEquals(200, Served.get(LAYER, "Range", "items=0-1").statusCode());
        assertEquals(412, Served.get(LAYER, "If-Match", "\"other\"").statusCode());
        HttpRequest.Builder headOfPart = HttpRequest.newBuilder(Served.uri(LAYER))
                .header("Range", "bytes=0-1")
                .method("HEAD", HttpRequest.BodyPublishers.noBody());
        assertEquals(200, Served.send(headOfPart).statusCode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/x", "/..%2fchain%2fgranary.manifest", "/layer-009.granary", "/%2fetc%2fpasswd", "/granary.lock"
            })
    void noOtherFileIsSent(String path) throws Exception {
        int status = Served.get(FILES + path).statusCode();
        assertTrue(status == 404 || status == 400, () -> path + ": " + status);
    }

    @Test
    void aFileThatHasChangedIsNotSent() throws Exception {
        Path directory = copied.resolve("db");
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), 2, 1);
        try (OwnServer server = new OwnServer(directory)) {
            String file = "files/" + Manifest.fileName(2);
            assertEquals(200, server.get(file).statusCode());
            Path path = directory.resolve(Manifest.fileName(2));
            Files.write(copied.resolve("new"), Arrays.copyOf(Files.readAllBytes(path), 5000));
            Files.move(copied.resolve("new"), path, StandardCopyOption.REPLACE_EXISTING);
            HttpResponse<String> refused = server.get(file);
            assertEquals(503, refused.statusCode());
            assertTrue(refused.body().contains("the file has changed since the server was started"), refused::body);
        }
    }

    @Test
    @Thorough
    void slowClientsDoNotKeepOthersFromAsking() throws Exception {
        Path directory = copied.resolve("large");
        try (DatabaseDirectory large = new DatabaseDirectory(directory, new Awari(6, RuleSet.OLYMPIAD))) {
            new Build(large).run(16);
        }
        try (OwnServer server = new OwnServer(directory)) {
            String path = "/api/v1/databases/db/files/" + Manifest.fileName(16);
            List<Socket> slow = new ArrayList<>();
            try {
                HttpResponse<String> refused = null;
                // Each asks for more than fits into the buffers on the way, and reads nothing.
                for (int i = 0; i < 40 && refused == null; i++) {
                    Socket socket = new Socket();
                    socket.setReceiveBufferSize(4096);
                    socket.connect(new InetSocketAddress(
                            server.uri("/").getHost(), server.uri("/").getPort()));
                    socket.getOutputStream()
                            .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                    slow.add(socket);
                    HttpResponse<String> response =
                            server.send(HttpRequest.newBuilder(server.uri(path)).HEAD());
                    refused = response.statusCode() == 429 ? response : null;
                }
                assertEquals("1", refused.headers().firstValue("Retry-After").orElseThrow());
                for (int i = 0; i < 100; i++) {
                    assertEquals(
                            200,
                            server.get("position?board=0,0,0,0,0,1,1,0,0,0,0,0").statusCode());
                }
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
        }
    }
}
