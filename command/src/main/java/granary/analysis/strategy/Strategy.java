package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.command.kit.TextFile;
import granary.game.Game;
import granary.game.Games;
import granary.games.ShortestPath;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One player's move in each position that the strategy can lead to. Immutable. A strategy is written as text:
 *
 * <pre>
 * # a remark
 * game chomp rows=3 columns=3
 * start 3/3/3
 * player first
 * 3/3/3 -> 3/1/1
 * </pre>
 *
 * <p>Each position in which the player is to move has a line.
 *
 * @param identity the game's identity line
 * @param start the position in which play begins
 * @param player the player who follows the strategy
 * @param moves for each position, the position after the player's move; in the order of the map given
 */
record Strategy(String identity, String start, Player player, Map<String, String> moves) {
    private static final String ARROW = "->";

    Strategy {
        moves = Collections.unmodifiableMap(new LinkedHashMap<>(moves));
    }

    /**
     * Returns the game.
     *
     * @throws InvalidRequestException when there is no such game for two players, or it does not have the start
     */
    Game game() {
        String[] words = identity.split(" ", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parameters.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        try {
            Game game = ofTwo(Games.create(words[0], parameters));
            game.notation().parse(start);
            return game;
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    /**
     * Returns a game.
     *
     * @throws InvalidRequestException when the game is for one player
     */
    static Game ofTwo(Game game) {
        if (game.scoring() instanceof ShortestPath) {
            throw new InvalidRequestException(game.type().id() + " is for one player; strategies are for two");
        }
        return game;
    }

    /**
     * Returns the strategy's move in a position.
     *
     * @param legal the legal moves
     * @throws CheckFailedException when the strategy has no move there, or an illegal one
     */
    Move move(Game game, int[] position, List<Move> legal) {
        String from = Graph.name(game, position);
        String to = moves.get(from);
        if (to == null) {
            throw new CheckFailedException("the strategy of the " + player.id() + " player has no move in " + from);
        }
        return legal.stream()
                .filter(move -> Graph.name(game, move.successor()).equals(to))
                .findFirst()
                .orElseThrow(() -> new CheckFailedException("the strategy of the " + player.id() + " player goes from "
                        + from + " to " + to + ", and no move does"));
    }

    /** Writes a strategy. */
    void write(Writer out) throws IOException {
        out.write("game " + identity + "\n");
        out.write("start " + start + "\n");
        out.write("player " + player.id() + "\n");
        for (Map.Entry<String, String> move : moves.entrySet()) {
            out.write(move.getKey() + " " + ARROW + " " + move.getValue() + "\n");
        }
    }

    /**
     * Reads a strategy. Does not check that the moves are legal; playing the strategy does.
     *
     * @throws InvalidRequestException when the file is not a strategy, with the file, the line and the reason
     * @throws IOException when the file cannot be read
     */
    static Strategy read(Path path) throws IOException {
        Map<String, String> header = new HashMap<>();
        Map<String, String> moves = new LinkedHashMap<>();
        List<String> lines = TextFile.lines(path);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+", -1);
            boolean known;
            if (words.length == 3 && words[1].equals(ARROW)) {
                known = moves.put(words[0], words[2]) == null;
            } else {
                boolean named =
                        words.length > 1 && List.of("game", "start", "player").contains(words[0]);
                known = named
                        && header.put(
                                        words[0],
                                        line.substring(words[0].length()).strip())
                                == null;
            }
            if (!known) {
                throw new InvalidRequestException(path + ", line " + (i + 1)
                        + ": neither 'game', 'start' or 'player' nor 'POSITION -> POSITION', or there twice");
            }
        }
        return new Strategy(
                field(path, header, "game"),
                field(path, header, "start"),
                Player.of(field(path, header, "player")),
                moves);
    }

    private static String field(Path path, Map<String, String> header, String name) {
        String value = header.get(name);
        if (value == null) {
            throw new InvalidRequestException(path + " is not a strategy: there is no line '" + name + " ...'");
        }
        return value;
    }
}
