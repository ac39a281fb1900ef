package granary.command.read;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.command.kit.Json;
import granary.command.kit.PositionText;
import granary.command.kit.Subcommand;
import granary.command.kit.TextFile;
import granary.command.option.DatabaseOption;
import granary.command.option.PositionArgument;
import granary.database.Database;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.game.Game;
import granary.game.Parameter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
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
            "  granary probe --dir db 1 0 0 2 0 1 0 2 0 0 1 2",
            "  granary probe --dir db --json 1 0 0 2 0 1 0 2 0 0 1 2",
            "  granary probe --dir db --line 1 0 0 2 0 1 0 2 0 0 1 2",
            "  granary probe --dir oware --stores 20 16 1 0 0 2 0 1 0 3 0 0 1 4",
            "  granary probe --dir db --batch boards.txt",
            "  granary probe --dir https://host/awari/ 1 0 0 2 0 1 0 2 0 0 1 2",
            "",
            "An awari board lists the mover's pits and then the opponent's, in the order of sowing. "
                    + "A score is what the mover will still capture minus what the opponent will. The distance is the number of "
                    + "plies to the next capture or the end of the game, under optimal play. Bounds are what the mover gets at least "
                    + "and at most, whatever endless play is worth; a game is open if they do not decide it. "
                    + "'granary games' shows how positions of other games are written."
        })
public final class ProbeCommand extends Subcommand {
    private static final String STANDARD_INPUT = "-";

    /** No game has so many seeds. */
    private static final int MOST = 999;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description =
                    "Look up one position per line of a file ('-' for standard input). Prints one line for each: the"
                            + " position, a tab, its score; with --json, JSON. For a line without a score, prints its number"
                            + " and the reason, and exits with 1 at the end. Skips blank lines.")
    private Path batch;

    @Option(
            names = "--line",
            description = "Also show a line of best play. The sides take turns; each score is for the side that moves.")
    private boolean line;

    @Option(
            names = "--stores",
            arity = "2",
            paramLabel = "N",
            description = "The seeds that the mover and the opponent have captured: also show how the game ends."
                    + " Stores in the position do not count.")
    private int[] stores;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Override
    protected void run() throws IOException {
        try (Database database = databaseOption.open()) {
            if (batch != null) {
                probeBatch(database);
                return;
            }
            probe(database, positionArgument.of(database.game()));
        }
    }

    private void probe(Database database, int[] position) {
        for (int store : stores == null ? new int[0] : stores) {
            if (store < 0 || store > MOST) {
                throw new InvalidRequestException("--stores must be 0 to " + MOST + ", not " + store);
            }
        }
        Game game = database.game();
        Answer answer = Answer.of(database, position);
        if (stores != null && answer.bounds().isEmpty()) {
            database.bounds(position); // throws, with the reason
        }
        // Without stores and bounds files, bounds only repeat the score.
        boolean showsBounds = stores != null || !database.boundsLayers().isEmpty();
        if (json) {
            Map<String, Object> members = toJson(game, answer, showsBounds);
            try {
                if (line) {
                    members.put("line", PositionText.members(game, database.line(position)));
                }
            } finally {
                out().println(Json.line(members));
            }
        } else {
            print(game, answer, showsBounds);
            if (line) {
                print(game, database.line(position));
            }
        }
        answer.checkWhole();
    }

    private void probeBatch(Database database) throws IOException {
        if (positionArgument.isGiven() || line || stores != null) {
            throw new InvalidRequestException("--batch goes with neither a position nor --line nor --stores");
        }
        TextFile.requireNoDirectory(batch);
        InputStream in = batch.toString().equals(STANDARD_INPUT) ? System.in : Files.newInputStream(batch);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            long failures = new BatchProbe(database, out(), json).run(lines);
            if (failures > 0) {
                throw new CheckFailedException(failures + (failures == 1 ? " line has" : " lines have") + " no score");
            }
        }
    }

    private void print(Game game, Answer answer, boolean showsBounds) {
        int[] position = answer.position();
        out().println(game.notation().draw(position));
        out().println();
        out().println(game.layer(position) + " " + game.type().layerUnit() + ", score "
                + game.scoring().text(answer.score())
                + (answer.distance().orElse(0) > 0
                        ? ", distance " + answer.distance().getAsInt()
                        : "")
                + (answer.moves().isEmpty() ? ", no legal move" : ""));
        if (showsBounds && answer.bounds().isPresent()) {
            int bounds = answer.bounds().getAsInt();
            out().println("the mover gets " + PositionText.seeds(bounds, 0) + " of the " + game.layer(position) + " "
                    + game.type().layerUnit()
                    + (stores == null ? "" : ": " + PositionText.outcome(bounds, stores)));
        }
        for (Answer.Move move : answer.moves()) {
            if (move.unknown() != null) {
                out().println("  " + PositionText.move(game, move.scored()) + ": not known: "
                        + move.unknown().getMessage());
                continue;
            }
            OptionalInt bounds = showsBounds ? answer.bounds(move.scored()) : OptionalInt.empty();
            String text = bounds.isEmpty()
                    ? ""
                    : stores == null
                            ? ", gets " + PositionText.seeds(bounds.getAsInt(), 0)
                            : ", " + PositionText.outcome(bounds.getAsInt(), stores);
            out().println("  " + PositionText.scored(game, move.scored()) + text);
        }
        answer.notes().forEach(note -> out().println("not known: " + note));
    }

    private void print(Game game, Line best) {
        out().println();
        out().println("best play, " + best.moves().size() + (best.moves().size() == 1 ? " ply" : " plies")
                + switch (best.end()) {
                    case GAME_OVER -> ", to the end of the game";
                    case REPETITION -> ", until a position repeats";
                    case LIMIT -> ", the first of them";
                });
        for (ScoredMove move : best.moves()) {
            out().println("  " + PositionText.scored(game, move));
        }
    }

    private Map<String, Object> toJson(Game game, Answer answer, boolean showsBounds) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("game", game.type().id());
        for (Parameter parameter : game.type().parameters()) {
            if (!parameter.evident()) {
                json.put(parameter.name(), game.parameters().get(parameter.name()));
            }
        }
        json.putAll(PositionText.members(game, answer.position()));
        json.put("score", answer.score());
        answer.distance().ifPresent(known -> json.put("distance", known));
        if (showsBounds) {
            answer.bounds().ifPresent(bounds -> PositionText.addBounds(json, bounds, stores));
        }
        json.put(
                "moves",
                answer.moves().stream()
                        .map(move -> toJson(game, answer, move, showsBounds))
                        .toList());
        if (!answer.notes().isEmpty()) {
            json.put("notKnown", answer.notes());
        }
        return json;
    }

    private Map<String, Object> toJson(Game game, Answer answer, Answer.Move move, boolean showsBounds) {
        Map<String, Object> json = PositionText.members(game, move.scored());
        if (move.unknown() != null) {
            json.remove("score");
            json.put("notKnown", move.unknown().getMessage());
        } else if (showsBounds) {
            answer.bounds(move.scored()).ifPresent(bounds -> PositionText.addBounds(json, bounds, stores));
        }
        return json;
    }
}
