package granary.builder.command;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.Map;

/** Values as one line of JSON. */
final class Json {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Json() {}

    /** Returns an object, its members in the order of the map; members without a value are left out. */
    static String line(Map<String, Object> members) {
        return GSON.toJson(members);
    }
}
