package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The answers are as the description that the server serves says. */
class OpenApiTest {
    private static final String DATABASES = "/api/v1/databases";

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    /** A request and what is expected of it; with a body it is a POST, of JSON unless its status is 415. */
    private record Case(String path, String request, int status, String body) {
        Case(String path, String request, int status) {
            this(path, request, status, null);
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("", "", 200),
            new Case("/{name}", "/awari", 200),
            new Case("/{name}", "/chain", 200),
            new Case("/{name}", "/x", 404),
            new Case("/{name}/position", "/awari/position?board=1,0,0,2,0,1,0,1,0,0,1,2", 200),
            new Case("/{name}/position", "/awari/position?board=0,0,0,0,0,0,0,1,0,0,1,2", 200),
            new Case("/{name}/position", "/popular/position?board=1,0,0,2,0,1,0,1,0,0,0,0", 200),
            new Case("/{name}/position", "/chain/position?board=9", 200),
            new Case("/{name}/position", "/chain/position?board=free_9", 200),
            new Case("/{name}/position", "/chain/position?board=0", 200),
            new Case("/{name}/position", "/chomp/position?board=5,5,3", 200),
            new Case("/{name}/position", "/chexers/position?board=0,0_3,-1", 200),
            new Case("/{name}/position", "/chexers/position?board=none", 200),
            new Case("/{name}/position", "/awari/position?board=1,1,1,1,1,2,4,2,3,0,0,0", 404),
            new Case("/{name}/position", "/awari/position?board=x", 400),
            new Case("/{name}/positions", "/awari/positions", 200, "{\"boards\":[\"1,0,0,2,0,1,0,1,0,0,1,2\",[1]]}"),
            new Case("/{name}/positions", "/chexers/positions", 200, "{\"boards\":[[[0,0],[3,-1]]]}"),
            new Case("/{name}/positions", "/awari/positions", 400, "{}"),
            new Case("/{name}/positions", "/awari/positions", 413, "{\"boards\":[" + "0,".repeat(1000) + "0]}"),
            new Case("/{name}/positions", "/awari/positions", 415, "{\"boards\":[]}"),
            new Case("/{name}/line", "/awari/line?board=1,0,0,2,0,1,0,1,0,0,1,2", 200),
            new Case("/{name}/line", "/chexers/line?board=0,0_3,-1", 200),
            new Case("/{name}/line", "/chomp/line?board=5,5,5", 200),
            new Case("/{name}/layers/{layer}/statistics", "/awari/layers/8/statistics", 200),
            new Case("/{name}/layers/{layer}/statistics", "/chexers/layers/2/statistics", 200),
            new Case("/{name}/layers/{layer}/statistics", "/awari/layers/9/statistics", 404),
            new Case("/{name}/layers/{layer}/example", "/awari/layers/8/example?kind=longest", 200),
            new Case("/{name}/layers/{layer}/example", "/awari/layers/8/example?kind=distance&distance=3", 200),
            new Case("/{name}/layers/{layer}/example", "/awari/layers/1/example?kind=only-move", 404),
            new Case("/{name}/layers/{layer}/example", "/chomp/layers/9/example?kind=longest", 200),
            new Case("/{name}/layers/{layer}/example", "/chomp/layers/9/example?kind=zugzwang", 400),
            new Case("/{name}/files", "/awari/files", 200),
            new Case("/{name}/files/{file}", "/awari/files/x", 404));

    @Test
    void everyAnswerIsAsDescribed() throws Exception {
        JsonObject description = description();
        for (Case one : CASES) {
            HttpResponse<String> response = ask(one);
            assertEquals(one.status, response.statusCode(), () -> one + ": " + response.body());
            JsonObject operation = description
                    .getAsJsonObject("paths")
                    .getAsJsonObject(DATABASES + one.path)
                    .getAsJsonObject(one.body == null ? "get" : "post");
            check(description, operation, one.status, response, one.toString());
        }
    }

    private static HttpResponse<String> ask(Case one) throws IOException, InterruptedException {
        if (one.body == null) {
            return Served.get(DATABASES + one.request);
        }
        return Served.post(DATABASES + one.request, one.body, one.status == 415 ? "text/plain" : "application/json");
    }

    @Test
    void whatIsNotTheApisIsAsDescribed() throws Exception {
        JsonObject description = description();
        for (String path : List.of("/health", "/api/v1/openapi.json")) {
            JsonObject operation =
                    description.getAsJsonObject("paths").getAsJsonObject(path).getAsJsonObject("get");
            check(description, operation, 200, Served.get(path), path);
        }
    }

    @Test
    void everyPathIsAskedHere() throws Exception {
        Set<String> asked = new TreeSet<>(List.of("/health", "/metrics", "/api/v1/openapi.json"));
        CASES.forEach(one -> asked.add(DATABASES + one.path));
        assertEquals(asked, new TreeSet<>(description().getAsJsonObject("paths").keySet()));
    }

    @Test
    void everyComponentIsReferredTo() throws Exception {
        JsonObject description = description();
        for (String kind : description.getAsJsonObject("components").keySet()) {
            for (String name : description
                    .getAsJsonObject("components")
                    .getAsJsonObject(kind)
                    .keySet()) {
                String reference = "\"#/components/" + kind + "/" + name + "\"";
                assertTrue(description.toString().contains(reference), reference);
            }
        }
    }

    @Test
    void anAnswerThatIsNotAsDescribedIsFound() throws Exception {
        JsonObject description = description();
        JsonObject position = description.getAsJsonObject("components").getAsJsonObject("schemas");
        assertFalse(problems(description, position.getAsJsonObject("Position"), "{\"board\":[1],\"score\":\"1\"}")
                .isEmpty());
    }

    private static void check(
            JsonObject description, JsonObject operation, int status, HttpResponse<String> response, String what) {
        JsonElement described = operation.getAsJsonObject("responses").get(Integer.toString(status));
        assertNotNull(described, () -> what + ": " + status + " is not described");
        JsonObject content = resolve(description, described.getAsJsonObject()).getAsJsonObject("content");
        String type = response.headers().firstValue("Content-Type").orElseThrow();
        assertTrue(content.has(type), () -> what + ": " + type);
        JsonObject schema = content.getAsJsonObject(type).getAsJsonObject("schema");
        assertEquals(List.of(), problems(description, schema, response.body()), what);
    }

    private static JsonObject resolve(JsonObject description, JsonObject object) {
        if (!object.has("$ref")) {
            return object;
        }
        JsonObject found = description;
        String path = object.get("$ref").getAsString().substring("#/".length());
        for (String name : Arrays.asList(path.split("/", -1))) {
            found = found.getAsJsonObject(name);
        }
        return found;
    }

    /** Returns the faults of a text by a schema, which may refer to the description's components. */
    private static List<String> problems(JsonObject description, JsonObject schema, String text) {
        JsonObject whole = new JsonObject();
        whole.add("components", description.get("components"));
        JsonArray all = new JsonArray();
        all.add(schema);
        whole.add("allOf", all);
        return SCHEMAS.getSchema(whole.toString(), InputFormat.JSON).validate(text, InputFormat.JSON).stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                .toList();
    }

    private static JsonObject description() throws IOException, InterruptedException {
        return Served.json(Served.get("/api/v1/openapi.json"));
    }
}
