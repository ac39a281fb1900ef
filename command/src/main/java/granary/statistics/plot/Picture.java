package granary.statistics.plot;

import granary.builder.file.Disk;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.w3c.dom.Document;

/** The formats of pictures. Each draws a figure into a file. */
public enum Picture {
    /** A picture of pixels. */
    PNG {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            BufferedImage image = new BufferedImage(Style.WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            paint(figure, graphics);
            graphics.dispose();
            ImageIO.write(image, "png", out);
        }
    },
    /** A picture of shapes. Text in the chart is drawn as outlines, so that it looks the same everywhere. */
    SVG {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            SVGGraphics2D graphics = new SVGGraphics2D(emptyDocument());
            graphics.setSVGCanvasSize(new Dimension(Style.WIDTH, HEIGHT));
            paint(figure, graphics);
            try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
                graphics.stream(writer, true);
            }
        }
    };

    private static final int TITLE = 36;
    private static final int LEGEND = 30;
    private static final int CAPTION = 34;
    private static final int HEIGHT = Style.HEIGHT + CAPTION;
    private static final int MARGIN = 20;
    /** The length of the line before a name in the legend, and the space after it. */
    private static final int LINE = 24;

    private static final int SPACE = 8;

    private static Document emptyDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e); // Every JDK has a parser with the default configuration.
        }
    }

    /** Writes a figure. */
    abstract void write(Figure figure, OutputStream out) throws IOException;

    /**
     * Paints the title, the chart, a legend if there are several lines, and the caption. XChart would place title and legend by the height
     * of their letters, so that they jump from word to word and from picture to picture.
     */
    private static void paint(Figure figure, Graphics2D graphics) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, Style.WIDTH, HEIGHT);
        Style.number(figure.chart());
        List<XYSeries> lines = figure.chart() instanceof XYChart chart
                ? List.copyOf(chart.getSeriesMap().values())
                : List.of();
        graphics.translate(0, TITLE);
        figure.chart().paint(graphics, Style.WIDTH, Style.HEIGHT - TITLE - (lines.size() > 1 ? LEGEND : 0));
        graphics.translate(0, -TITLE);
        text(graphics, Style.TITLE, figure.chart().getTitle(), MARGIN, TITLE - SPACE);
        int x = MARGIN;
        for (int i = 0; lines.size() > 1 && i < lines.size(); i++) {
            sample(graphics, lines.get(i), x, Style.HEIGHT - Style.LEGEND);
            x += LINE + SPACE;
            x += text(graphics, Style.font(Style.LEGEND), lines.get(i).getLabel(), x, Style.HEIGHT - SPACE) + 2 * SPACE;
        }
        text(graphics, Style.font(13), figure.caption(), MARGIN, HEIGHT - CAPTION / 2);
    }

    /** Writes a text and returns its width. */
    private static int text(Graphics2D graphics, Font font, String text, int x, int y) {
        graphics.setColor(Style.INK);
        graphics.setFont(font);
        graphics.drawString(text, x, y);
        return graphics.getFontMetrics().stringWidth(text);
    }

    /** Draws a piece of a line with its marker. */
    private static void sample(Graphics2D graphics, XYSeries line, int x, int y) {
        graphics.setColor(line.getLineColor());
        graphics.setStroke(line.getLineStyle());
        graphics.drawLine(x, y, x + LINE, y);
        line.getMarker().paint(graphics, x + LINE / 2, y, Style.MARKER);
    }

    /** Returns the suffix of the format's files, which is also its name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes a figure into a directory, replacing any file of that name.
     *
     * @return the file
     * @throws IOException when it cannot be written
     */
    public Path write(Figure figure, Path directory) throws IOException {
        Path file = directory.resolve(figure.name() + "." + this);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(figure, bytes);
        new Disk().publish(file, bytes.toByteArray());
        return file;
    }
}
