package granary.explorer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures of the documentation: {@code -Dgranary.pictures=DIR} says where they go, and {@code
 * -Dgranary.pictures.db=DIR} names a database of awari of 12 seeds or more, with distances.
 */
@EnabledIfSystemProperty(named = "granary.pictures", matches = ".+")
class PicturesTest {
    private static final Path TO = Path.of(System.getProperty("granary.pictures", "."));
    private static final String POSITION = "1-3-0-0-1-1-0-0-3-0-2-1-0-0-S";
    private static final String GAME = "/explore/awari/" + POSITION;
    private static final String OTHER = "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-22-18-S";

    private Browser browser;

    /** Presses in a page, and what it shows then. */
    private void picture(String name, int width, boolean isDark, String path, String awaited, String... clicks)
            throws IOException {
        browser.shape(width, 900, isDark);
        browser.open(path);
        for (String click : clicks) {
            String before = browser.path();
            browser.click(click);
            boolean isMove = !click.matches("#[a-z-]+|\\.hex.*");
            browser.await(click, page -> !isMove || !browser.path().equals(before));
        }
        browser.script("scrollTo(0, 0)");
        take(name, awaited, 1500);
    }

    private void take(String name, String awaited, int highest) throws IOException {
        browser.await(awaited, page -> browser.count(awaited) > 0);
        browser.picture(TO.resolve(name + ".png"), highest);
    }

    @Test
    void takePictures(@TempDir Path work) throws Exception {
        Files.createDirectories(TO);
        try (Browser own = Browser.start()) {
            browser = own;
            String line = "#line li";
            String best = "#moves .move";
            String worst = "#moves .moves:last-child li:last-child button";
            picture("explorer-wide", 1280, false, GAME, line, best, best, best, best, worst, best, best);
            picture("explorer-phone", 360, true, GAME, line);
            picture("explorer-files", 900, false, GAME, "#files tr", "#files-button");
            picture("explorer-zugzwang", 768, false, GAME, "#layer .distances .value", "[data-kind=zugzwang]");
            picture("explorer-bounds", 768, false, "/explore/popular/1-1-0-1-1-0-0-0-0-0-0-1-21-22-S", line);
            picture("explorer-chain", 768, false, "/explore/chain/9", line, best);
            picture("explorer-chomp", 768, false, "/explore/chomp", line);
            picture("explorer-chexers", 768, false, "/explore/chexers/0,0_-1,1", line, ".hex[role=button]");
            browser.shape(768, 900, false);
            browser.open(GAME);
            browser.click("#setup");
            browser.fill("#store-0", "40");
            browser.click("#editor-done");
            browser.script("scrollTo(0, 0)");
            take("explorer-set-up", ".complaint", 1500);
            browser.shape(900, 900, false);
            browser.open("/rules/awari");
            browser.script("document.querySelector('#awari figure:nth-of-type(4)').scrollIntoView({block: 'center'})");
            take("explorer-rules", "#awari figure svg", 1500);
            browser.shape(768, 900, true);
            browser.open(BrowserTest.OPENING);
            browser.await(
                    "a depth of two digits", page -> browser.text("#detail").matches(".* [1-9][0-9] moves ahead.*"));
            take("explorer-search", line, 1500);
            browser.shape(768, 900, false);
            browser.open(BrowserTest.OPENING);
            play("c", "f", "<", "e", "d");
            take("explorer-play", "#match", 1500);
            browser.shape(640, 360, false);
            browser.open(OTHER);
            take("explorer-landscape", line, 360);
            Path database = Path.of(System.getProperty("granary.pictures.db"));
            try (Published published = new Published(work, database)) {
                URI site = published.uri(database.getFileName().toString());
                browser.shape(360, 640, false);
                browser.prepare(site);
                browser.slowDown(400, 50_000);
                browser.enter(site.resolve("?position=" + POSITION));
                browser.await("what is read", page -> browser.text("#detail").startsWith("Reading the database"));
                take("explorer-loading", "#detail", 640);
                browser.slowDown(0, -1);
                browser.openAt(site.resolve("?position=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"));
                play("f", "d", "e");
                take("engine-phone", "#match", 800);
            }
        }
    }

    /** Plays moves against the computer; "&lt;" takes one back. */
    private void play(String... moves) {
        browser.click("#play-button");
        browser.click("#match-dialog [value=play]");
        for (String move : moves) {
            browser.awaitVerdict("Your move");
            int before = browser.count(".record button");
            if (move.equals("<")) {
                browser.click("#take-back");
            } else {
                browser.press(move);
                browser.awaitCount(".record button", before + 2);
            }
        }
        browser.awaitVerdict("Your move");
        browser.script("document.activeElement.blur(); scrollTo(0, 0)");
    }
}
