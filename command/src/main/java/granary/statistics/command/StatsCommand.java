package granary.statistics.command;

import granary.command.kit.Json;
import granary.command.kit.Subcommand;
import granary.command.kit.Terminals;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Database;
import granary.game.Scoring;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows statistics of the layers of a database. */
@Command(
        name = "stats",
        description = "Counts scores, distances and moves of every position, layer by layer.",
        footer = {
            "",
            "Examples:",
            "  granary stats --dir db                  a line for each layer",
            "  granary stats --dir db --layers 12      everything about one layer",
            "  granary stats --dir db --csv            each count: layer,quantity,value,count",
            "",
            "Keeps the counts in the database's directory (statistics-*.json, which may be deleted) and uses them "
                    + "again until the layer changes. Press Ctrl-C at any time; run the same command again to resume. "
                    + "docs/statistics.md explains the columns and their limits."
        })
public final class StatsCommand extends Subcommand {
    /** The quantities in CSV, by their names in JSON. */
    private static final List<String> COUNTS = List.of(
            "scores",
            "endlessAtLeast",
            "distances",
            "surelyWon",
            "surelyDrawn",
            "surelyLost",
            "open",
            "exact",
            "legalMoves",
            "bestMoves",
            "onlyMoves",
            "captures",
            "captured",
            "circling",
            "zugzwang",
            "zugzwangLost");

    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @ArgGroup
    private Format format = new Format();

    @Mixin
    private StatisticsOptions options = new StatisticsOptions();

    /** The outputs that replace a table: one of them at most. */
    private static final class Format {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Option(names = "--csv", description = "Print every count, as CSV.")
        private boolean csv;
    }

    @Override
    protected void run() throws IOException {
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> layers = layersOption.of(database);
            List<LayerStatistics> counted = options.count(database, layers, err());
            if (format.json) {
                out().println(Json.line(json(database, counted)));
            } else if (format.csv) {
                printCsv(counted, database.game().scoring());
            } else if (counted.size() == 1) {
                out().println(new StatsText(database.game()).layer(counted.getFirst()));
            } else {
                out().println(new StatsText(database.game()).table(counted, Terminals.width()));
            }
        }
    }

    private void printCsv(List<LayerStatistics> counted, Scoring scoring) {
        out().println("layer,quantity,value,count");
        for (LayerStatistics layer : counted) {
            Map<String, Object> json = StatisticsJson.of(layer, scoring);
            for (String quantity : COUNTS) {
                String start = layer.layer() + "," + quantity + ",";
                if (json.get(quantity) instanceof Map<?, ?> counts) {
                    counts.forEach((value, count) -> out().println(start + value + "," + count));
                } else if (json.get(quantity) instanceof Long count) {
                    out().println(start + "," + count);
                }
            }
        }
    }

    private static Map<String, Object> json(Database database, List<LayerStatistics> counted) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("game", database.game().type().id());
        json.put("parameters", database.game().parameters());
        json.put(
                "layers",
                counted.stream()
                        .map(layer -> StatisticsJson.of(layer, database.game().scoring()))
                        .toList());
        return json;
    }
}
