package granary.command.read;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.command.kit.OutputFile;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.exchange.oware.OwareFile;
import granary.exchange.table.CsvFormat;
import granary.exchange.table.NpyFormat;
import granary.exchange.vu.VuFormat;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.export.RawFormat;
import granary.format.FileKind;
import granary.parquet.ParquetFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes layers for other programs. */
@Command(
        name = "export",
        description = "Writes scores, distances or bounds for other programs.",
        footer = {
            "",
            "Examples:",
            "  granary export --dir db --layers 12 --out scores-12.bin",
            "  granary export --dir db --layers 12 --out distances-12.bin --distances",
            "  granary export --dir db --layers 12 --out - | zstd > scores-12.bin.zst",
            "  granary export --dir db --layers 0..12 --out scores    a file for each",
            "  granary export --dir db --format csv --out db.csv"
        })
public final class ExportCommand extends Subcommand {
    private static final List<ExportFormat> FORMATS = List.of(
            CsvFormat.FORMAT,
            NpyFormat.FORMAT,
            OwareFile.FORMAT,
            ParquetFormat.FORMAT,
            RawFormat.FORMAT,
            VuFormat.FORMAT);

    private static final String SECTION = "formats";

    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = RawFormat.ID,
            description = "The format (${DEFAULT-VALUE}): see below.")
    private String format;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description =
                    "The file to write, or - for standard output. To write a file for each layer, the directory. A file"
                            + " appears only when it is complete.")
    private Path target;

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean force;

    @Option(names = "--distances", description = "Write distances to conversion instead of scores.")
    private boolean distances;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    /** Lists the formats in the help, above the examples. */
    @Spec
    void describeFormats(CommandSpec command) {
        List<String> sections = new ArrayList<>(command.usageMessage().sectionKeys());
        sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER), SECTION);
        command.usageMessage().sectionKeys(sections);
        command.usageMessage().sectionMap().put(SECTION, help -> {
            Map<String, String> formats = new LinkedHashMap<>();
            FORMATS.forEach(each -> formats.put(each.id(), each.description() + "."));
            return String.format("%nFormats:%n") + help.createTextTable(formats);
        });
    }

    @Override
    protected void run() throws IOException {
        int threads = threadsOption.threads();
        ExportFormat chosen = chosenFormat();
        SortedSet<Integer> layers;
        boolean isFileEach;
        try (Database database = databaseOption.open()) {
            layers = layersOption.allOf(database);
            FileKind kind = chosen.kind(distances);
            if (kind == FileKind.DISTANCES) {
                layers.forEach(database::distances); // refuse those that are missing
            } else if (kind == FileKind.SCORES) {
                LayerFiles.requirePacked(database.listing(), layers);
            }
            isFileEach = chosen.fileName(layers.first(), distances).isPresent();
            Export export = new Export(database, layers, distances, threads, Monitor.SILENT);
            for (int layer : isFileEach ? layers : layers.headSet(layers.first() + 1)) {
                chosen.content(isFileEach ? export.of(layer) : export); // refuse before anything is written
            }
        }
        SortedMap<Integer, OutputFile> targets = targets(chosen, layers, isFileEach);
        // Check the files first, so that no export holds scores of a damaged file.
        OpenOptions checked = OpenOptions.DEFAULT.withLayers(layers).withCheck(Check.OPENING);
        try (Database database = databaseOption.open(checked);
                Progress progress = progress(database, layers.last())) {
            Export export = new Export(database, layers, distances, threads, progress);
            if (isFileEach) {
                export.forLayers(layer -> targets.get(layer).write(chosen.content(export.of(layer))));
            } else {
                targets.get(layers.first()).write(chosen.content(export));
            }
        }
    }

    private ExportFormat chosenFormat() {
        return FORMATS.stream()
                .filter(each -> each.id().equals(format))
                .findFirst()
                .orElseThrow(() -> new InvalidRequestException("no format '" + format + "'; choose one of "
                        + FORMATS.stream().map(ExportFormat::id).collect(Collectors.joining(", "))));
    }

    /** Returns the target of each layer. A single file for all layers is the target of the first. */
    private SortedMap<Integer, OutputFile> targets(ExportFormat chosen, SortedSet<Integer> layers, boolean isFileEach)
            throws IOException {
        SortedMap<Integer, OutputFile> targets = new TreeMap<>();
        if (isFileEach && (layers.size() > 1 || chosen.isDirectory())) {
            Path directory =
                    OutputFile.directory(target, "cannot hold a file for each layer; name a directory, or one layer");
            for (int layer : layers) {
                String name = chosen.fileName(layer, distances).orElseThrow();
                targets.put(layer, new OutputFile(directory.resolve(name), force));
            }
        } else {
            targets.put(layers.first(), new OutputFile(target, force));
        }
        return targets;
    }

    /** Returns the progress, which prints nothing if the layers themselves go to standard output. */
    private Progress progress(Database database, int last) throws IOException {
        PrintWriter out = OutputFile.isStandardOutput(target) ? new PrintWriter(Writer.nullWriter()) : out();
        return new Progress(out, database.game(), last);
    }
}
