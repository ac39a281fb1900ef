package granary.statistics.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.format.FileKind;
import granary.statistics.DatabaseStatistics;
import granary.statistics.LayerStatistics;
import granary.statistics.plot.Figure;
import granary.statistics.plot.Figures;
import granary.statistics.plot.Picture;
import granary.testing.Mounts;
import granary.testing.compressed.CompressedLayers;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Axis;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotCommandTest {
    @TempDir
    private Path directory;

    private Path database() throws IOException {
        Path database = directory.resolve("three");
        Databases.buildWithDistances(database, new Awari(3, RuleSet.OLYMPIAD), 8);
        Cli.run("build", "--dir", database, "--seeds", 8, "--bounds").assertSuccess();
        return database;
    }

    @Test
    void everyFigureIsAPictureWithACaption() throws Exception {
        Path out = directory.resolve("figures");
        List<Path> files = Cli.run("plot", "--dir", database(), "--out", out)
                .printed()
                .lines()
                .map(Path::of)
                .toList();
        TreeSet<String> names = new TreeSet<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            names.add(name.substring(0, name.indexOf('.')));
            if (name.endsWith(".png")) {
                assertIsDrawn(ImageIO.read(file.toFile()), name);
            } else {
                assertSaysWhatItIs(file);
            }
        }
        assertEquals(
                "[accessible, bits, choices, distances, distances-8, mean, moves, outcomes, results, scores, scores-8]",
                names.toString());
        assertEquals(2 * names.size(), files.size());
    }

    private static void assertIsDrawn(BufferedImage image, String name) {
        assertEquals(1000, image.getWidth());
        TreeSet<Integer> colours = new TreeSet<>();
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                colours.add(image.getRGB(x, y));
            }
        }
        assertTrue(colours.size() > 20, () -> name + " has " + colours.size() + " colours");
    }

    private static void assertSaysWhatItIs(Path file) throws Exception {
        Document svg = svg(file);
        String text = svg.getDocumentElement().getTextContent();
        assertTrue(text.contains("awari pits=3 rules=olympiad"), () -> file + ": " + text);
        boolean onlyOne = file.getFileName().toString().matches("(scores|distances)-.*|accessible.*");
        assertTrue(onlyOne || text.contains("database three, seeds 0 to 8"), () -> file + ": " + text);
        // The library draws the chart's own text as outlines.
        int outlines = svg.getElementsByTagName("path").getLength();
        assertTrue(outlines > 5, () -> file + ": " + outlines + " paths");
    }

    private static Document svg(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    @Test
    void fullDiskIsReportedWithPath() throws Exception {
        Path database = database();
        Path out = Files.createDirectory(directory.resolve("small"));
        assumeTrue(Mounts.memory(out, 8), Mounts.SKIPPED);
        try {
            String line = Cli.run("plot", "--dir", database, "--out", out).assertFailure(1);
            assertTrue(line.matches(".*" + out + "/.*No space left on device"), line);
            for (Path file : Disk.files(out)) {
                assertTrue(file.toString().matches(".*\\.(png|svg)"), () -> file + " was left");
            }
        } finally {
            Mounts.unmount(out);
        }
    }

    @Test
    void picturesInsideDatabaseAreRefusedAtOnce() throws IOException {
        Path database = database();
        Map<String, String> before = Databases.contents(database);
        for (Path out : new Path[] {
            database, database.resolve("figures"), database.resolve("a").resolve("b")
        }) {
            String line = Cli.run("plot", "--dir", database, "--out", out).assertFailure(2);
            assertTrue(line.contains(out + " is inside the database " + database.toRealPath()), line);
        }
        assertEquals(before, Databases.contents(database));
    }

    @Test
    void bitsOfCompressedFilesAreALineOfTheirOwn() throws IOException {
        Path database = database();
        figures(database); // which keeps the counts
        CompressedLayers.compress(database, 2, 7, 8);
        Figure bits = figures(database).stream()
                .filter(figure -> figure.name().equals("bits"))
                .findFirst()
                .orElseThrow();
        XYSeries line = ((XYChart) bits.chart()).getSeriesMap().get("compressed file, with its model");
        assertEquals("[7.0, 8.0]", Arrays.toString(line.getXData()));
        double expected = 8.0
                * Files.size(database.resolve(FileKind.COMPRESSED.fileName(8)))
                / new Awari(3, RuleSet.OLYMPIAD).size(8);
        assertEquals(expected, line.getYData()[1]);
    }

    private static List<Figure> figures(Path directory) throws IOException {
        try (Database database = Database.open(directory)) {
            List<LayerStatistics> layers = new ArrayList<>();
            new DatabaseStatistics(database, 1, true, Monitor.SILENT).forEach(database.layers(), layers::add);
            return new Figures(
                            database.game(),
                            layers,
                            database.listing().manifest().files(FileKind.COMPRESSED),
                            "three")
                    .all();
        }
    }

    @Test
    void theNumbersOfAnAxisHaveOneForm() throws Exception {
        Method axis = Chart.class.getDeclaredMethod("getYAxis");
        axis.setAccessible(true);
        TreeSet<String> forms = new TreeSet<>();
        for (Figure figure : figures(database())) {
            Picture.PNG.write(figure, Files.createDirectories(directory.resolve("figures")));
            if (figure.chart() instanceof HeatMapChart) {
                continue; // its axes have words
            }
            List<String> labels = ((Axis<?, ?>) axis.invoke(figure.chart()))
                    .getAxisTickCalculator().getTickLabels().stream()
                            .filter(Objects::nonNull)
                            .toList();
            assertTrue(labels.size() > 2, figure.name() + " " + labels);
            int decimals = decimals(labels.getFirst());
            for (String label : labels) {
                assertTrue(label.matches("-?\\d{1,3}(,\\d{3})*(\\.\\d+)?"), figure.name() + " " + labels);
                assertEquals(decimals, decimals(label), figure.name() + " " + labels);
            }
            forms.add(decimals + (labels.getLast().contains(",") ? ", thousands" : ""));
        }
        assertEquals("[0, 0, thousands, 1]", forms.toString(), "forms that occur");
    }

    private static int decimals(String number) {
        return number.contains(".") ? number.length() - number.indexOf('.') - 1 : 0;
    }

    @Test
    void titleLegendAndCaptionHaveFixedLines() throws Exception {
        Cli.run("plot", "--dir", database(), "--out", directory.resolve("figures"), "--format", "svg")
                .assertSuccess();
        TreeSet<String> lines = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory.resolve("figures"))) {
            for (Path file : files.toList()) {
                NodeList texts = svg(file).getElementsByTagName("text");
                for (int i = 0; i < texts.getLength(); i++) {
                    Element text = (Element) texts.item(i);
                    lines.add(text.getAttribute("y"));
                    assertTrue(Integer.parseInt(text.getAttribute("x")) < 900, file + " " + text.getTextContent());
                }
            }
        }
        assertEquals(3, lines.size(), lines.toString());
    }

    @Test
    void legendsNameQuantitiesAsJsonDoes() throws IOException {
        Path database = database();
        List<String> names = JsonParser.parseString(Cli.run("stats", "--dir", database, "--layers", "8", "--json")
                        .printed())
                .getAsJsonObject()
                .getAsJsonArray("layers")
                .get(0)
                .getAsJsonObject()
                .keySet()
                .stream()
                .toList();
        int compared = 0;
        for (Figure figure : figures(database)) {
            if (List.of("results", "mean", "outcomes", "distances", "moves", "choices")
                    .contains(figure.name())) {
                for (String label : figure.chart().getSeriesMap().keySet()) {
                    StringBuilder name = new StringBuilder();
                    for (String word : label.replaceAll("( \\(|:).*", "").split(" ", -1)) {
                        name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
                    }
                    assertTrue(names.contains(name.toString()), label + " is not one of " + names);
                    compared++;
                }
            }
        }
        assertEquals(17, compared, "results: 4; mean: 1; outcomes: 5; distances: 2; moves: 3; choices: 2");
    }

    @Test
    void layersAndFormatCanBeChosen() throws IOException {
        Path out = directory.resolve("figures");
        Cli.run("plot", "--dir", database(), "--out", out, "--layers", 5, "--format", "svg", "--no-moves")
                .assertSuccess();
        try (var files = Files.list(out)) {
            assertEquals(
                    "[accessible.svg, distances-5.svg, scores-5.svg]",
                    new TreeSet<>(files.map(file -> file.getFileName().toString())
                                    .toList())
                            .toString());
        }
    }

    @Test
    void otherGamesAreDrawn() {
        Path database = directory.resolve("chain");
        Cli.run("build", "--dir", database, "--game", "chain", "--chips", 8).assertSuccess();
        String files = Cli.run("plot", "--dir", database, "--out", directory.resolve("figures"), "--format", "png")
                .printed();
        assertEquals(7, files.lines().count(), files);
    }

    @Test
    void unknownFormatIsRefused() throws IOException {
        Cli.run("plot", "--dir", directory, "--out", directory, "--format", "gif")
                .assertMistake("expected one of ", "'gif'");
    }
}
