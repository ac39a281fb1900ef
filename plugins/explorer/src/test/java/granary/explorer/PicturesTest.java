package granary.explorer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes the pictures of the documentation: {@code -Dgranary.pictures=DIR} says where they go, and {@code
 * -Dgranary.pictures.db=DIR} names a database of awari of 12 seeds or more, with distances.
 */
@EnabledIfSystemProperty(named = "granary.pictures", matches = ".+")
class PicturesTest {
    private static final Path TO = Path.of(System.getProperty("granary.pictures", "."));
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
    void takePictures() throws IOException {
        String game = "/explore/awari/1-3-0-0-1-1-0-0-3-0-2-1-0-0-S";
        take("explorer-wide", 1280, false, game, "    !  ");
        take("explorer-dark", 1280, true, game, "  ");
        take("explorer-tablet", 768, false, game, "");
        take("explorer-phone", 360, true, game, "");
        browser.shape(768, 900, false);
        browser.open(game);
        browser.press("s");
        browser.picture(TO.resolve("explorer-set-up.png"));
        take("explorer-search", 768, true, "/explore/awari/4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "?");
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
                    browser.click("#search-1");
                    browser.await(
                            "a depth is told", page -> browser.text("#detail").contains("moves ahead"));
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
        browser.picture(TO.resolve(name + ".png"));
    }
}
