package granary.statistics.plot;

import granary.builder.file.Disk;
import java.awt.Color;
import java.awt.Dimension;
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
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
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

    private static final int CAPTION = 34;
    private static final int HEIGHT = Style.HEIGHT + CAPTION;
    private static final int MARGIN = 20;

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

    /** Paints the chart and its caption below. */
    private static void paint(Figure figure, Graphics2D graphics) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, Style.WIDTH, HEIGHT);
        figure.chart().paint(graphics, Style.WIDTH, Style.HEIGHT);
        graphics.setColor(Style.INK);
        graphics.setFont(Style.font(13));
        graphics.drawString(figure.caption(), MARGIN, HEIGHT - CAPTION / 2);
    }

    /** Returns the suffix of the format's files. */
    public String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes a figure into a directory, replacing any file of that name.
     *
     * @return the file
     * @throws IOException when it cannot be written
     */
    public Path write(Figure figure, Path directory) throws IOException {
        Path file = directory.resolve(figure.name() + "." + suffix());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(figure, bytes);
        new Disk().publish(file, bytes.toByteArray());
        return file;
    }
}
