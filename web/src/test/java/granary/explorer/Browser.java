package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.testing.TestRandom;
import granary.testing.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A Chromium without a window. If none is installed, tests are skipped, unless {@code -Dgranary.tools=required} says
 * that there must be one.
 */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** The browser of all tests that do not need one of their own: a start takes a second. Null before the first. */
    private static Browser shared;

    private final ChromeDriver driver;
    private final WebDriverWait wait;
    /** The programs of {@link #runFirst}. */
    private final List<Object> first = new ArrayList<>();
    /** The servers that {@link #goTo} and {@link #openAt} have opened. */
    private final Set<String> servers = new HashSet<>();

    private final String axe = resource("/axe.min.js");
    /** Messages that are no complaints; null for none. */
    private String expected;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
        this.wait = new WebDriverWait(driver, PATIENCE, Duration.ofMillis(20));
        driver.manage().timeouts().scriptTimeout(PATIENCE); // a search takes long on a busy machine
        int seed = TestRandom.create("the page").nextInt(1, Integer.MAX_VALUE);
        addFirst("{let last = " + seed + "; Math.random = () => (last = last * 48271 % 2147483647) / 2147483647}");
    }

    /** Returns the browser that tests share, as if it were new, or skips the tests. */
    static Browser shared() {
        if (shared == null) {
            shared = start();
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        shared.forget();
        return shared;
    }

    /** Leaves the page, and undoes what pages and tests have changed: also the screen and the network. */
    private void forget() {
        setOffline(false);
        setTouch(false);
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        expected = null;
        driver.get("about:blank");
        runNothingFirst();
        servers.forEach(this::clear);
        servers.clear();
        clearCache();
        driver.manage().logs().get(LogType.BROWSER);
        driver.manage().logs().get(LogType.PERFORMANCE);
    }

    /** Starts a browser, or skips the tests. */
    static Browser start() {
        Optional<Path> chromium =
                Tools.onPath("chromium", "chromium-browser", "google-chrome").findFirst();
        Optional<Path> chromedriver = Tools.onPath("chromedriver").findFirst();
        Tools.require(
                chromium.isPresent() && chromedriver.isPresent(),
                "no Chromium with its driver is installed (Debian: chromium, chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toFile());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static String resource(String name) {
        try (InputStream in = Browser.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets the size of the page and whether it is dark. */
    void shape(int width, int height, boolean isDark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
    }

    /** Makes a touch screen of the screen, or takes that back. */
    void setTouch(boolean isTouch) {
        driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", isTouch));
    }

    /** Touches an element, as a finger does. */
    void tap(String selector) {
        List<?> middle = (List<?>) script("""
                const element = document.querySelector(arguments[0]);
                element.scrollIntoView({block: 'center'});
                const {left, top, width, height} = element.getBoundingClientRect();
                return [left + width / 2, top + height / 2];
                """, selector);
        driver.executeCdpCommand(
                "Input.dispatchTouchEvent",
                Map.of("type", "touchStart", "touchPoints", List.of(Map.of("x", middle.get(0), "y", middle.get(1)))));
        driver.executeCdpCommand("Input.dispatchTouchEvent", Map.of("type", "touchEnd", "touchPoints", List.of()));
    }

    /** Opens an address of the server, without animation and all that an earlier test left. */
    void open(String path) {
        driver.get(Served.uri("/health").toString());
        script("localStorage.clear(); localStorage.setItem('granary.animated', 'no')");
        driver.get(Served.uri(path).toString());
        awaitPage();
    }

    /** Opens an address of another server, as if for the first time, without animation. */
    void openAt(URI address) {
        prepare(address);
        goTo(address);
    }

    /** Forgets what was before, and stops animation, for an address of another server. */
    void prepare(URI address) {
        servers.add(address.resolve("/").toString());
        driver.get(address.resolve("explorer/files.json").toString()); // a page without a program that would go on
        clearCache(); // an ETag counts seconds: it hides a change within one
        driver.manage().logs().get(LogType.BROWSER); // what the page before complained of last, too
        driver.manage().logs().get(LogType.PERFORMANCE);
        clear(address.resolve("/").toString());
        script("localStorage.setItem('granary.animated', 'no')");
    }

    private void clear(String origin) {
        driver.executeCdpCommand("Storage.clearDataForOrigin", Map.of("origin", origin, "storageTypes", "all"));
    }

    /** Forgets answers that browsers keep by themselves. */
    void clearCache() {
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
    }

    /** Returns the elements that reach beyond the right edge of the page, of a width. */
    @SuppressWarnings("unchecked")
    List<String> cutOff(int width) {
        return (List<String>) script("""
                const width = arguments[0];
                return document.documentElement.scrollWidth <= width ? [] : [...document.querySelectorAll('body *')]
                  .filter(one => one.getBoundingClientRect().right > width + 0.5 && !one.closest('svg svg, .scroll'))
                  .map(one => one.tagName + '#' + one.id + '.' + one.className);
                """, width);
    }

    /** Opens an address without waiting until the page is there. */
    void enter(URI address) {
        driver.get(address.toString());
    }

    /** Has a program run in each page that is opened until the test ends, before the page's own. */
    void runFirst(String code) {
        first.add(addFirst(code));
    }

    private Object addFirst(String code) {
        return driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", code))
                .get("identifier");
    }

    /** Ends what {@link #runFirst} began. */
    void runNothingFirst() {
        for (Object program : first) {
            driver.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", program));
        }
        first.clear();
    }

    /** Cuts the connection, as a browser knows it, or restores it. */
    void setOffline(boolean isOffline) {
        setNetwork(isOffline, 0, -1);
    }

    /** Makes the network slow: milliseconds until an answer begins, and bytes a second. */
    void slowDown(int millis, int bytesPerSecond) {
        setNetwork(false, millis, bytesPerSecond);
    }

    private void setNetwork(boolean isOffline, int millis, int bytesPerSecond) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of(
                        "offline",
                        isOffline,
                        "latency",
                        millis,
                        "downloadThroughput",
                        bytesPerSecond,
                        "uploadThroughput",
                        bytesPerSecond));
    }

    /** Opens an address of another server with all that was before. */
    void goTo(URI address) {
        servers.add(address.resolve("/").toString());
        driver.get(address.toString());
        awaitPage();
    }

    /** Opens an address with all that was before. */
    void openNext(String path) {
        driver.get(Served.uri(path).toString());
    }

    void reload() {
        driver.navigate().refresh();
        awaitPage();
    }

    private void awaitPage() {
        await("the page is there", page -> (boolean) script("""
                const verdict = document.getElementById('verdict')?.textContent ?? '';
                return !verdict.startsWith('Loading') && !verdict.endsWith('looking it up')
                  && !document.querySelector('html.loading:not(:has(main.troubled))');
                """));
    }

    void back() {
        driver.navigate().back();
    }

    void forward() {
        driver.navigate().forward();
    }

    /** Returns the path of the address that is shown, with its query. */
    String address() {
        return String.valueOf(script("return location.pathname + location.search"));
    }

    /** Returns the path of the address that is shown. */
    String path() {
        return String.valueOf(script("return location.pathname"));
    }

    String verdict() {
        return text("#verdict");
    }

    String text(String selector) {
        return String.valueOf(script("return document.querySelector(arguments[0])?.textContent ?? ''", selector));
    }

    int count(String selector) {
        return ((Number) script("return document.querySelectorAll(arguments[0]).length", selector)).intValue();
    }

    /** Returns the names of elements for a screen reader. */
    @SuppressWarnings("unchecked")
    List<String> labels(String selector) {
        return (List<String>)
                script("return [...document.querySelectorAll(arguments[0])].map(e => e.ariaLabel)", selector);
    }

    /** Returns the texts of elements. */
    @SuppressWarnings("unchecked")
    List<String> texts(String selector) {
        return (List<String>)
                script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Runs a program that may wait, and returns what it returns. */
    Object asyncScript(String code, Object... arguments) {
        Object result = driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1];" + "(async () => {" + code
                        + "})().then(done, problem => done('FAILED: ' + problem))",
                arguments);
        if (result instanceof String text && text.startsWith("FAILED: ")) {
            fail(text);
        }
        return result;
    }

    /** Types into a field, in place of what is there. */
    void fill(String selector, String text) {
        find(selector).clear();
        find(selector).sendKeys(text);
    }

    void click(String selector) {
        // An answer that comes meanwhile draws the element anew.
        await(selector, page -> {
            if (count(selector) == 0) {
                return false;
            }
            try {
                find(selector).click();
                return true;
            } catch (StaleElementReferenceException e) {
                return false;
            }
        });
    }

    /** Has the page keep what it copies for {@link #copied}, instead of a clipboard that others use. */
    void copyInPage() {
        script("navigator.clipboard.writeText = async text => { window.copied = text; };");
    }

    /** Returns the text that the page copied last. */
    String copied() {
        return String.valueOf(script("return window.copied"));
    }

    /** Returns the game that the page copies. */
    String copyGame() {
        copyInPage();
        click("#copy-game");
        await("the copy", page -> text("#record-note").startsWith("The game is copied"));
        return copied();
    }

    void press(CharSequence keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void press(Keys key) {
        new Actions(driver).sendKeys(key).perform();
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    void await(String what, Function<WebDriver, Boolean> condition) {
        wait.withMessage(
                        () -> what + "; the page is at " + path() + " and says: " + verdict() + " | " + text("#detail"))
                .until(condition);
    }

    /** Waits until the page has some elements. */
    void awaitSome(String selector) {
        await(selector, page -> count(selector) > 0);
    }

    /** Waits until the page has a number of elements. */
    void awaitCount(String selector, int count) {
        await(count + " of " + selector, page -> count(selector) == count);
    }

    /** Waits until the page says something of the position. */
    void awaitVerdict(String verdict) {
        await(verdict, page -> verdict().equals(verdict));
    }

    /** Presses keys, and waits until the record has a number of moves. */
    void play(CharSequence keys, int moves) {
        press(keys);
        awaitCount(".record button", moves);
    }

    /** Begins a match against the computer: the user's side, and where from. */
    void beginMatch(String side, String level, String from, boolean hasHints, int minutes) {
        click("#play-button");
        script("""
                const set = (id, value) => { document.getElementById(id).value = value; };
                set('match-side', arguments[0]);
                set('match-from', arguments[2]);
                const level = [...document.querySelectorAll('#match-level option')].find(one => one.textContent === arguments[1]);
                set('match-level', level.value);
                document.getElementById('match-hints').checked = arguments[3];
                set('match-clock', arguments[4]);
                """, side, level, from, hasHints, minutes);
        click("#match-dialog [value=play]");
        awaitCount("#match:not([hidden])", 1);
    }

    /** Waits until a search has told two numbers of positions for the same depth. */
    void awaitMovingNumbers() {
        Map<String, String> told = new HashMap<>();
        await("numbers that move", page -> {
            Matcher note = Pattern.compile("Searching: (\\d+) moves? ahead, ([0-9,]+) positions.*")
                    .matcher(text("#search-note"));
            String before = note.matches() ? told.putIfAbsent(note.group(1), note.group(2)) : null;
            return before != null && !before.equals(note.group(2));
        });
    }

    /** Waits until the page shows an address. */
    void awaitPath(String path) {
        await(path, page -> path().equals(path));
    }

    /** Returns the page's faults of accessibility. */
    List<String> barriers() {
        if (!Boolean.TRUE.equals(script("return Boolean(window.axe)"))) {
            script(axe);
        }
        Object found = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations.flatMap(
                    violation => violation.nodes.map(node => violation.id + ' ' + node.target + ' ' + node.failureSummary))));
                """);
        List<String> barriers = new ArrayList<>();
        ((List<?>) found).forEach(one -> barriers.add(one.toString()));
        return barriers;
    }

    /** Checks that the page is as wide as the screen, and has no {@link #barriers}. */
    void assertFitsWithoutBarriers() {
        assertEquals(List.of(), barriers());
        assertEquals(0L, script("return document.documentElement.scrollWidth - innerWidth"));
    }

    /** Returns why the page cannot be installed as an app. */
    List<?> obstaclesToInstalling() {
        return (List<?>) driver.executeCdpCommand("Page.getInstallabilityErrors", Map.of())
                .get("installabilityErrors");
    }

    /** Forgets the most memory that each process of pages has had. */
    void forgetMemory() throws IOException {
        for (ProcessHandle page : renderers()) {
            Files.writeString(Path.of("/proc/" + page.pid() + "/clear_refs"), "5");
        }
    }

    /** Returns the most memory that a process of pages has had since then, in KiB. */
    long mostMemory() throws IOException {
        long most = 0;
        for (ProcessHandle page : renderers()) {
            for (String line : Files.readAllLines(Path.of("/proc/" + page.pid() + "/status"))) {
                if (line.startsWith("VmHWM:")) {
                    most = Math.max(most, Long.parseLong(line.replaceAll("\\D", "")));
                }
            }
        }
        if (most == 0) {
            throw new IllegalStateException("the system does not tell the memory of a process");
        }
        return most;
    }

    private static List<ProcessHandle> renderers() {
        return ProcessHandle.current().descendants().filter(Browser::isRenderer).toList();
    }

    /** Chromium joins the words of such a command, so that Java does not tell them. */
    private static boolean isRenderer(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("--type=renderer");
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** Lets the next {@link #assertQuiet} pass over complaints on the console that contain a text. */
    void mayComplainOf(String text) {
        expected = text;
    }

    /** Checks that nothing was complained of on the console, and no other host was asked, since the last time. */
    void assertQuiet() {
        assertQuiet(Served.uri("/"));
    }

    /** Checks as {@link #assertQuiet()}, for the page of another server. */
    void assertQuiet(URI server) {
        List<String> complaints = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()
                    && (expected == null || !entry.getMessage().contains(expected))) {
                complaints.add(entry.toString());
            }
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonObject message =
                    JsonParser.parseString(entry.getMessage()).getAsJsonObject().getAsJsonObject("message");
            if (message.get("method").getAsString().equals("Network.requestWillBeSent")) {
                JsonElement url = message.getAsJsonObject("params")
                        .getAsJsonObject("request")
                        .get("url");
                if (!url.getAsString().startsWith(server.toString())
                        && !url.getAsString().startsWith("data:")) {
                    complaints.add("asked " + url);
                }
            }
        }
        expected = null;
        assertEquals(List.of(), complaints);
    }

    /** Saves a picture of the page, of its upper part when it is higher than some pixels. */
    void picture(Path file, int most) throws IOException {
        int width = ((Number) script("return innerWidth")).intValue();
        int height = Math.min(most, ((Number) script("return document.documentElement.scrollHeight")).intValue());
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        try {
            driver.quit();
        } catch (WebDriverException e) {
            System.err.println("the browser does not end in time: " + e.getRawMessage()); // the machine is busy
        }
    }
}
