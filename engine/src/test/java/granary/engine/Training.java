package granary.engine;

import granary.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Learns the tables of the engine's {@link Evaluation}. Each round plays games with the estimate that the round
 * before it has learnt, the first with a formula, and fits tables to their positions. The tables depend on the database and the
 * numbers of games and nothing else: not on the number of threads, nor on the engine's search.
 */
final class Training {
    private Training() {}

    /** Returns the tables that rounds of games teach, each of some games whose moves a search of some depth finds. */
    static short[] learn(Database database, int depth, int... rounds) {
        Evaluation evaluation = Evaluation.FORMULA;
        short[] tables = {};
        int first = 0;
        for (int i = 0; i < rounds.length; i++) {
            // A search is worth trusting once its estimate has learnt the results of positions.
            int trust = Math.min(i, TrainingGames.TRUST);
            Evaluation before = evaluation;
            List<TrainingGames.Sample> samples = IntStream.range(first, first + rounds[i])
                    .parallel()
                    .mapToObj(number -> new TrainingGames(database, before, depth, trust).play(number))
                    .flatMap(List::stream)
                    .toList();
            System.out.println("round " + (i + 1) + ": " + samples.size() + " positions");
            tables = Fit.of(samples);
            evaluation = new Evaluation(tables);
            first += rounds[i];
        }
        return tables;
    }

    /** Writes tables as the engine reads them. */
    static void write(Path file, short... tables) throws IOException {
        byte[] bytes = new byte[2 * tables.length];
        for (int i = 0; i < tables.length; i++) {
            bytes[i] = (byte) (tables[i] + 0x80 >> Byte.SIZE);
            bytes[tables.length + i] = (byte) tables[i];
        }
        Files.write(file, bytes);
    }
}
