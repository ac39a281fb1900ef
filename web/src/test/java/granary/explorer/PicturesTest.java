package granary.explorer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    /** Pages that are higher are cut off, in pixels. */
    private static final int HIGHEST = 1500;

    @TempDir
    private static Path work;

    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(TO);
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @Test
    void takePictures() throws Exception {
        String game = "/explore/awari/1-3-0-0-1-1-0-0-3-0-2-1-0-0-S";
        take("explorer-wide", 1280, false, game, "    !  ");
        take("explorer-phone", 360, true, game, "");
        browser.shape(768, 900, false);
        browser.open(game);
        browser.press("s");
        browser.fill("#store-0", "40");
        browser.click("#editor-done");
        browser.script("scrollTo(0, 0)");
        save("explorer-set-up");
        take("explorer-search", 768, true, "/explore/awari/4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "?");
        browser.shape(768, 900, false);
        browser.open("/explore/awari");
        browser.click("[data-kind=zugzwang]");
        browser.await("zugzwang", page -> browser.text("#detail").startsWith("Zugzwang"));
        browser.await("the layer", page -> browser.count("#layer .distances .value") > 0);
        browser.script("scrollTo(0, 0)");
        save("explorer-zugzwang");
        takeMatch();
        browser.shape(900, 900, false);
        browser.open(game);
        browser.click("#files-button");
        browser.await("the files", page -> browser.count("#files tr") > 0);
        save("explorer-files");
        browser.open("/rules/awari");
        browser.await("the boards", page -> browser.count("#awari figure svg") > 0);
        browser.script("document.querySelector('#awari figure:nth-of-type(4)').scrollIntoView({block: 'center'})");
        save("explorer-rules");
        take("explorer-bounds", 768, false, "/explore/popular/1-1-0-1-1-0-0-0-0-0-0-1-21-22-S", "");
        takePublished();
        browser.shape(640, 360, false);
        browser.open("/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-22-18-S");
        browser.picture(TO.resolve("explorer-landscape.png"), 360);
        take("explorer-chain", 768, false, "/explore/chain/9", "1");
        take("explorer-chomp", 768, false, "/explore/chomp", "");
        take("explorer-chexers", 768, false, "/explore/chexers/0,0_-1,1", "*");
    }

    private static void take(String name, int width, boolean isDark, String path, String moves) throws IOException {
        browser.shape(width, 900, isDark);
        browser.open(path);
        for (int i = 0; i < moves.length(); i++) {
            char move = moves.charAt(i);
            switch (move) {
                case '?' -> {
                    browser.await(
                            "a depth of two digits",
                            page -> browser.text("#detail").matches(".* [1-9][0-9] moves ahead.*"));
                }
                case '!' -> {
                    String before = browser.path();
                    browser.click("#moves .moves:last-child li:last-child button");
                    browser.await("the worst move", page -> !browser.path().equals(before));
                    browser.await("its answer", page -> browser.count("#line li") > 0);
                }
                case '*' -> browser.click(".hex[role=button]");
                default -> {
                    String before = browser.path();
                    browser.press(Character.toString(move));
                    browser.await("move " + move, page -> !browser.path().equals(before));
                }
            }
        }
        browser.await("best play", page -> browser.count("#line li") > 0 || moves.equals("?"));
        save(name);
    }

    /** Takes a picture of a game against the computer, with a move taken back. */
    private static void takeMatch() throws IOException {
        browser.open(BrowserTest.OPENING);
        browser.click("#play-button");
        browser.click("#match-dialog [value=play]");
        for (String move : "c f < e d".split(" ", -1)) {
            browser.await("the turn", page -> browser.verdict().equals("Your move"));
            int moves = browser.count(".record button");
            if (move.equals("<")) {
                browser.click("#take-back");
            } else {
                browser.press(move);
                browser.await("a reply", page -> browser.count(".record button") == moves + 2);
            }
        }
        browser.await("the turn", page -> browser.verdict().equals("Your move"));
        save("explorer-play");
    }

    /** Takes pictures of a published page on a phone: while a slow network loads it, and of a game against its engine. */
    private static void takePublished() throws Exception {
        Path database = Path.of(System.getProperty("granary.pictures.db"));
        try (Published published = new Published(work, database)) {
            URI site = published.uri(database.getFileName().toString());
            URI position = site.resolve("?position=1-3-0-0-1-1-0-0-3-0-2-1-0-0-S");
            browser.shape(360, 640, false);
            browser.prepare(position);
            browser.clearCache();
            browser.slowDown(400, 50_000);
            browser.enter(position);
            browser.await("what is read", page -> browser.text("#detail").startsWith("Reading the database"));
            browser.picture(TO.resolve("explorer-loading.png"), 640);
            browser.slowDown(0, -1);
            browser.openAt(site.resolve("?position=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"));
            browser.click("#play-button");
            browser.click("#match-dialog [value=play]");
            for (String move : List.of("f", "d", "e")) {
                browser.await("the turn", page -> browser.verdict().equals("Your move"));
                int moves = browser.count(".record button");
                browser.press(move);
                browser.await("a reply", page -> browser.count(".record button") == moves + 2);
            }
            browser.await("the turn", page -> browser.verdict().equals("Your move"));
            browser.script("document.activeElement.blur(); scrollTo(0, 0)");
            browser.picture(TO.resolve("engine-phone.png"), 800);
        }
    }

    /** Makes the icons of the app, which systems cut round: the page's icon on its background, within what is never cut off. */
    @Test
    void makeIcons() throws IOException {
        browser.open(BrowserTest.OPENING);
        for (int size : new int[] {192, 512}) {
            Object icon = browser.asyncScript("""
                    const size = arguments[0];
                    const picture = new Image();
                    picture.src = '/assets/icon.svg';
                    await picture.decode();
                    const canvas = Object.assign(document.createElement('canvas'), {width: size, height: size});
                    const to = canvas.getContext('2d');
                    to.fillStyle = '#f7f4ee';
                    to.fillRect(0, 0, size, size);
                    to.drawImage(picture, 0.1 * size, 0.1 * size, 0.8 * size, 0.8 * size);
                    return canvas.toDataURL('image/png').split(',')[1];
                    """, size);
            Files.write(TO.resolve("icon-" + size + ".png"), Base64.getDecoder().decode(icon.toString()));
        }
    }

    private static void save(String name) throws IOException {
        browser.picture(TO.resolve(name + ".png"), HIGHEST);
    }
}
