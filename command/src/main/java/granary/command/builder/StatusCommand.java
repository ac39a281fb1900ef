package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.command.kit.Json;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Database;
import granary.database.Listing;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the progress of a build, from another terminal. */
@Command(
        name = "status",
        description = "Shows the progress of the build in a directory, and whether the builder is running.",
        footer = {"", "Example:", "  granary status --dir db"})
public final class StatusCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    private static final String RESUMES = ";\nthe same build command resumes";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    protected void run() throws IOException {
        Path directory = databaseOption.directory();
        if (!Files.isDirectory(directory)) {
            throw new InvalidRequestException(directory + " is not a directory");
        }
        BuilderMark.Snapshot before = BuilderLock.read(directory)
                .orElseThrow(() -> new InvalidRequestException("no build was ever started in " + directory + ", or its "
                        + BuilderLock.FILE_NAME + " is damaged: the next build replaces it"));
        // Only the lock shows whether a builder runs in another container; a process id does not.
        boolean isHeld = BuilderLock.isHeld(directory);
        // Since the mark was read first, a builder may have ended, or another begun.
        BuilderMark.Snapshot mark = BuilderLock.read(directory).orElse(before);
        State state = isHeld ? State.RUNNING : ended(before, mark);
        if (state == State.RUNNING) {
            Listing listing = new Listing(directory);
            print(listing.game(), listing.manifest().scoreLayers(), Collections.emptySortedSet(), state, mark);
        } else {
            try (Database database = Database.open(directory)) {
                print(database.game(), database.layers(), database.missingLayers(), state, mark);
            }
        }
    }

    private void print(
            Game game, SortedSet<Integer> layers, SortedSet<Integer> missing, State state, BuilderMark.Snapshot mark) {
        if (json) {
            out().println(Json.line(toJson(game, layers, missing, state, mark)));
            return;
        }
        out().println(game.identity() + ": "
                + (layers.isEmpty()
                        ? "no layer is finished"
                        : "layers " + LayersOption.text(layers) + " are finished"));
        if (!missing.isEmpty()) {
            out().println("files of layers " + LayersOption.text(missing) + " are listed, but not there");
        }
        out().println(text(state, mark));
    }

    /** The state of the last builder: running, or how it ended. */
    private enum State {
        RUNNING,
        KILLED,
        INTERRUPTED,
        NONE
    }

    /** Returns how a builder ended, by its mark before and after its lock was found free. */
    private static State ended(BuilderMark.Snapshot before, BuilderMark.Snapshot mark) {
        boolean isKilled = mark.lastBeat().toEpochMilli() != 0 && mark.started().equals(before.started());
        return isKilled ? State.KILLED : mark.isInterrupted() ? State.INTERRUPTED : State.NONE;
    }

    private static Map<String, Object> toJson(
            Game game, SortedSet<Integer> layers, SortedSet<Integer> missing, State state, BuilderMark.Snapshot mark) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("database", game.identity());
        json.put("finishedLayers", layers);
        json.put("missingLayers", missing);
        json.put("builder", state.name().toLowerCase(Locale.ROOT));
        if (state != State.NONE) {
            json.put("process", mark.processId());
            json.put("started", mark.started().toString());
            if (mark.layer() >= 0) {
                json.put("layer", mark.layer());
                json.put("topLayer", mark.topLayer());
                json.put("share", mark.share());
                json.put("sweeps", mark.sweep());
                json.put("phase", mark.phase());
            }
        }
        if (state == State.RUNNING && mark.layer() >= 0) {
            mark.layerSecondsLeft().ifPresent(left -> json.put("layerSecondsLeft", left));
            mark.workSecondsLeft().ifPresent(left -> json.put("buildSecondsLeft", left));
        }
        return json;
    }

    private static String text(State state, BuilderMark.Snapshot mark) {
        String process = "process " + mark.processId();
        String layer = mark.layer() < 0 ? "" : " in " + Progress.layer(mark);
        return switch (state) {
            case RUNNING ->
                process + " has been running since " + mark.started()
                        + (mark.layer() < 0 ? "" : "\n" + String.join(", ", Progress.moving(mark)));
            case KILLED ->
                "the last builder, " + process + ", was killed or crashed at " + mark.lastBeat() + layer + RESUMES;
            case INTERRUPTED -> "the last builder, " + process + ", was interrupted" + layer + RESUMES;
            case NONE -> "no builder is running";
        };
    }
}
