package granary.statistics.command;

import granary.command.kit.OutputFile;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.statistics.LayerStatistics;
import granary.statistics.plot.Figure;
import granary.statistics.plot.Figures;
import granary.statistics.plot.Picture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Draws the statistics of a database. */
@Command(
        name = "plot",
        description = "Draws the statistics of a database, as PNG and SVG.",
        footer = {
            "",
            "Examples:",
            "  granary plot --dir db --out figures",
            "  granary plot --dir db --layers 0..12 --out figures",
            "",
            "First counts the layers that 'granary stats' has not counted yet."
        })
public final class PlotCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The directory for the pictures; created if missing. Replaces pictures of the same name.")
    private Path target;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            split = ",",
            defaultValue = "png,svg",
            description = "png, svg, or both (${DEFAULT-VALUE}).")
    private List<Picture> formats;

    @Mixin
    private StatisticsOptions options = new StatisticsOptions();

    @Override
    protected void run() throws IOException {
        System.setProperty("java.awt.headless", "true");
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> chosen = layersOption.of(database);
            OutputFile.directory(target, "cannot hold the pictures; name a directory");
            List<LayerStatistics> layers = options.count(database, chosen, err());
            Path name = databaseOption.directory().toAbsolutePath().normalize().getFileName();
            SortedMap<Integer, Manifest.Entry> compressed =
                    database.listing().manifest().files(FileKind.COMPRESSED);
            for (Figure figure : new Figures(database.game(), layers, compressed, String.valueOf(name)).all()) {
                for (Picture format : formats) {
                    out().println(format.write(figure, target));
                }
            }
        }
    }
}
