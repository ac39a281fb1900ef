package granary.explorer;

import granary.testing.Thorough;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests of the page in a real browser, whose console stays empty, and which asks no other host. */
@Thorough
abstract class BrowserTest {
    /** South to move; eight seeds. */
    static final String START = "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-0-0-S";

    static final String OPENING = "/explore/awari/4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    static Browser browser;

    /** Returns a number as the page rounds it. */
    static String rounded(double number, int digits) {
        return BigDecimal.valueOf(number)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    @BeforeAll
    static void start() {
        browser = Browser.shared();
    }

    /** Opens a position beyond the database, which the engine leaves alone. */
    static void openUnsearched(String path) {
        browser.open(START);
        browser.script("localStorage.setItem('granary.analysis', 'no')");
        browser.openNext(path);
        browser.await(
                "the position",
                page -> browser.count("html.loading") == 0 && browser.verdict().endsWith("not in the database"));
    }

    @BeforeEach
    void shape() {
        browser.shape(1280, 900, false);
    }

    @AfterEach
    void theConsoleIsEmptyAndNoOtherHostIsAsked() {
        browser.assertQuiet();
        browser.runNothingFirst();
    }
}
