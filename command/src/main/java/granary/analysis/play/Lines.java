package granary.analysis.play;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/** The source of a person's input lines. */
@FunctionalInterface
interface Lines {
    /**
     * Asks for a line.
     *
     * @param prompt the text shown before the line
     * @return the line, or null at the end of the input
     * @throws IOException when the input fails
     */
    String next(String prompt) throws IOException;

    /** Returns the lines of a pipe or a file. Prompts appear in the output. */
    static Lines of(BufferedReader in, PrintWriter out) {
        return prompt -> {
            out.print(prompt);
            out.flush();
            String line = in.readLine();
            if (line == null) {
                out.println();
            }
            return line;
        };
    }
}
