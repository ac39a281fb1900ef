package granary.command.read;

import granary.builder.InvalidRequestException;
import granary.command.kit.Json;
import granary.command.kit.PositionJson;
import granary.command.kit.Subcommand;
import granary.command.option.CacheOptions;
import granary.command.option.DatabaseOption;
import granary.command.option.PositionArgument;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.game.Game;
import granary.game.Parameter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks up a position. */
@Command(
        name = "probe",
        description = "Shows a position, its score, its distance if known, and its moves, best first.",
        footer = {
            "",
            "Examples:",
            "  granary probe --dir db 1 0 0 2 0 1 0 3 0 0 1 2",
            "  granary probe --dir db --json 1 0 0 2 0 1 0 3 0 0 1 2",
            "  granary probe --dir db --batch boards.txt",
            "  granary probe --dir https://host/awari/ --cache ~/.cache/granary 1 0 0 2 0 1 0 3 0 0 1 2",
            "",
            "An awari board lists the mover's pits and then the opponent's, in the order of sowing.",
            "A score is what the mover will still capture minus what the opponent will. The distance is the number of",
            "plies to the next capture or the end of the game, under optimal play.",
            "'granary games' shows how positions of other games are written."
        })
public final class ProbeCommand extends Subcommand {
    private static final String STANDARD_INPUT = "-";

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Mixin
    private CacheOptions cacheOptions = new CacheOptions();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description =
                    "Look up one position per line of a file ('-' for standard input). Prints one line for each: the"
                            + " position, a tab, its score; with --json, JSON. For a line without a score, prints its number"
                            + " and the reason, and exits with 2.")
    private Path batch;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Override
    protected void run() throws IOException {
        try (Database database = databaseOption.open(cacheOptions)) {
            if (batch != null) {
                probeBatch(database);
                return;
            }
            Game game = database.game();
            int[] position = positionArgument.of(game);
            database.fetch(List.of(position));
            int score = database.score(position);
            OptionalInt distance = database.findDistance(position);
            List<ScoredMove> moves = database.moves(position);
            if (json) {
                out().println(Json.line(toJson(game, position, score, distance, moves)));
            } else {
                print(out(), game, position, score, distance, moves);
            }
        }
    }

    private void probeBatch(Database database) throws IOException {
        if (positionArgument.isGiven()) {
            throw new InvalidRequestException("give --batch or a position, not both");
        }
        if (Files.isDirectory(batch)) {
            throw new InvalidRequestException(batch + ": is a directory");
        }
        InputStream in = batch.toString().equals(STANDARD_INPUT) ? System.in : Files.newInputStream(batch);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            long failed = new BatchProbe(database, out(), json).run(lines);
            if (failed > 0) {
                throw new InvalidRequestException(failed + (failed == 1 ? " line has" : " lines have") + " no score");
            }
        }
    }

    private static void print(
            PrintWriter out, Game game, int[] position, int score, OptionalInt distance, List<ScoredMove> moves) {
        out.println(game.draw(position));
        out.println();
        out.println(game.layer(position) + " " + game.type().layerUnit() + ", score "
                + game.scoring().text(score)
                + (distance.orElse(0) > 0 ? ", distance " + distance.getAsInt() : "")
                + (moves.isEmpty() ? ", no legal move" : ""));
        for (ScoredMove move : moves) {
            Map<String, Integer> description = game.describe(position, move.move(), move.reward());
            out.println("  "
                    + description.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", "))
                    + ": " + game.scoring().text(move.score())
                    + (move.distance() > 0 ? ", distance " + move.distance() : ""));
        }
    }

    private static Map<String, Object> toJson(
            Game game, int[] position, int score, OptionalInt distance, List<ScoredMove> moves) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("game", game.type().id());
        for (Parameter parameter : game.type().parameters()) {
            if (!parameter.evident()) {
                json.put(parameter.name(), game.parameters().get(parameter.name()));
            }
        }
        json.putAll(PositionJson.position(game, position));
        json.put("score", score);
        distance.ifPresent(known -> json.put("distance", known));
        json.put(
                "moves",
                moves.stream()
                        .map(move -> PositionJson.move(game, position, move))
                        .toList());
        return json;
    }
}
