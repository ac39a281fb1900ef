package granary.command.builder;

import granary.builder.CheckFailedException;
import granary.builder.verify.Verification;
import granary.command.kit.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * The result of a verification, as text and as JSON.
 *
 * @param checksumsOnly whether only bytes were checked, and no positions
 * @param layers the layers that were verified, at least one
 * @param proved the last of the first layers whose scores are proved, or less than the first layer
 * @param errors the errors found
 */
public record VerifyReport(boolean checksumsOnly, SortedSet<Integer> layers, int proved, List<String> errors) {
    /** Returns the text when there are no errors, in lines of at most 80 columns. */
    public String text() {
        String count = layers.size() + (layers.size() == 1 ? " layer" : " layers");
        return checksumsOnly
                ? "read " + count + ": no errors; this checked files, not scores"
                : "verified " + count + ": no errors; " + conclusion();
    }

    private String conclusion() {
        int first = layers.first();
        if (proved >= layers.last()) {
            return first == 0 ? "all scores are proved" : "their scores are proved, if those below are";
        }
        String open = "consistent, but not proved:\n"
                + "an error shared along a cycle of moves goes unnoticed (granary help verify)";
        return proved < first
                ? "the scores are " + open
                : "the scores to layer " + proved + " are proved,\nthose above are " + open;
    }

    /** Returns the report as JSON. */
    String json() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("checked", checksumsOnly ? "checksums" : "scores");
        members.put("layers", layers);
        members.put("proved", layers.headSet(proved + 1));
        members.put("errors", errors);
        return Json.line(members);
    }

    /**
     * Throws an exception if there are errors. If there are several, prints them first.
     *
     * @param err prints the errors
     * @param directory the database's directory
     * @throws CheckFailedException with the only error, or how many there are
     */
    public void throwErrors(PrintWriter err, Path directory) {
        if (errors.size() == 1) {
            throw new CheckFailedException(errors.getFirst());
        }
        if (!errors.isEmpty()) {
            errors.forEach(error -> err.println("granary: " + error));
            boolean isLimited = errors.size() >= Verification.MAX_ERRORS;
            throw new CheckFailedException((isLimited ? "at least " : "") + errors.size() + " errors in " + directory);
        }
    }
}
