package granary.command.kit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** Values as one line of JSON. */
public final class Json {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Json() {}

    /** Returns a value; of maps the members in their order, those without a value left out. */
    public static String line(Object value) {
        return GSON.toJson(value);
    }
}
