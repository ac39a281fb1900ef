package granary.command.kit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** Values as one line of JSON. */
public final class Json {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Json() {}

    /** Returns a value as JSON. Members of a map keep their order; members with a null value are left out. */
    public static String line(Object value) {
        return GSON.toJson(value);
    }
}
