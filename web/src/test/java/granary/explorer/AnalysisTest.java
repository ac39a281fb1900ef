package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Sowing;
import granary.database.Database;
import granary.database.Line;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The page's analysis of a position and of a game. */
class AnalysisTest extends BrowserTest {
    /** Returns the address of the first position of the top layer that is wanted. */
    private static String find(Database database, Predicate<int[]> wanted) {
        int[] position = new int[12];
        long rank = 0;
        do {
            database.game().unrank(Served.SEEDS, rank++, position);
        } while (!wanted.test(position));
        return "/explore/awari/"
                + Arrays.stream(position).mapToObj(Integer::toString).collect(Collectors.joining("-")) + "-0-0-S";
    }

    @Test
    void twelveFastPressesOfTheSpaceBarPlayTwelveMoves() {
        browser.open(START);
        browser.press(" ".repeat(12));
        browser.awaitCount("#history .point", 13);
        assertEquals(12, browser.count(".record button"));
        browser.press("" + Keys.ARROW_LEFT + Keys.ARROW_LEFT + Keys.ARROW_LEFT + " ");
        browser.awaitCount(".record button:nth-of-type(10).now", 1);
    }

    @Test
    void repetitionsInTheBestLineAreMarked() {
        try (Database database = Database.open(Served.directory("awari"))) {
            int[] circle = {0};
            String address = find(database, position -> {
                Line line = database.line(position);
                List<String> boards = new ArrayList<>(List.of(Arrays.toString(position)));
                line.moves().forEach(move -> boards.add(Arrays.toString(move.successor())));
                circle[0] = boards.indexOf(boards.get(boards.size() - 1));
                return line.end() == Line.End.REPETITION && circle[0] > 1 && boards.size() < 40;
            });
            browser.open(address);
            browser.awaitSome("#line li");
            assertEquals(1, browser.count("#line .circle"));
            assertEquals(circle[0], browser.count("#line li:not(.repeated)"));
            assertEquals(browser.count("#line li") - circle[0], browser.count("#line li.repeated"));
            String text = browser.text("#line .note");
            assertTrue(text.contains("then it repeats from move " + (circle[0] + 1)), text);
            boolean isOdd = browser.count("#line li.repeated") % 2 == 1;
            assertEquals(isOdd, text.contains(" with sides exchanged "), text);
            int[] score = {0};
            String over = find(database, position -> {
                Line line = database.line(position);
                score[0] = database.score(position);
                return line.end() == Line.End.GAME_OVER && line.moves().size() > 3 && score[0] != 0;
            });
            browser.open(over);
            browser.awaitSome("#line li");
            assertEquals(0, browser.count("#line .circle, #line .repeated"));
            String ended = browser.text("#line .note");
            int south = (Served.SEEDS + score[0]) / 2;
            assertTrue(ended.endsWith(": South " + south + ", North " + (Served.SEEDS - south) + "."), ended);
        }
    }

    @Test
    void whatIsUnknownHasNoDot() {
        openUnsearched(OPENING);
        browser.press("f");
        browser.awaitCount("#history .point", 2);
        assertEquals(0, browser.count("#history .dot, #history .bar"));
        assertEquals(List.of("Beginning: not known", "1. F: not known"), browser.labels("#history .point"));
        browser.open(START);
        browser.press("f");
        browser.awaitCount("#history .dot", 2);
    }

    @Test
    void namesOfAxesAreNotCovered() {
        for (String path : List.of(START, "/explore/chain/9", "/explore/chexers/0,0_3,-1")) {
            browser.open(path);
            browser.press(" ".repeat(5));
            browser.awaitCount("#history .point", 6);
            for (int width : new int[] {360, 1280}) {
                browser.shape(width, 900, false);
                browser.awaitSome("#layer .axis");
                // Charts are drawn again for the width.
                browser.await("nothing on the names of axes", page -> List.of().equals(browser.script("""
                        const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
                        const box = element => element.getBoundingClientRect();
                        return [...document.querySelectorAll('svg .axis')].flatMap(axis =>
                          [...axis.closest('svg').querySelectorAll('.bar, .dot, .tick, .here, .axis')]
                            .filter(other => other !== axis && meets(box(axis), box(other)))
                            .map(other => axis.textContent + ' and ' + other.outerHTML));
                        """)));
            }
        }
    }

    @Test
    void aPositionInZugzwangSaysWhatTheTurnCosts() {
        try (Database database = Database.open(Served.directory("awari"))) {
            int[] scores = new int[2];
            String address = find(database, position -> {
                int[] turned = new int[12];
                Sowing.rotate(position, turned);
                scores[0] = database.score(position);
                scores[1] = database.score(turned);
                return scores[0] > 0
                        && scores[1] < -scores[0]
                        && Sowing.moversSeeds(position) * Sowing.opponentsSeeds(position) > 0;
            });
            browser.open(address);
            String said = "Zugzwang: South has +" + scores[0] + " here, but would have +" + -scores[1]
                    + " if it were North’s turn. Having to move costs " + (-scores[1] - scores[0]) + " seed";
            assertTrue(browser.text("#detail").startsWith(said), browser.text("#detail"));
            String other = find(database, position -> {
                int[] turned = new int[12];
                Sowing.rotate(position, turned);
                return database.score(position) + database.score(turned) >= 0;
            });
            browser.open(other);
            assertTrue(!browser.text("#detail").contains("Zugzwang"), browser.text("#detail"));
        }
    }

    @Test
    void barsLeadToPositionsOfTheirScoreAndDistance() {
        browser.open(START);
        browser.awaitSome("#layer .distances .value");
        browser.click("#layer .scores [data-value='4']");
        browser.await("a score of 4", page -> browser.text("#badge").equals("▲+4"));
        browser.awaitCount("#layer .scores .now[data-value='4']", 1);
        browser.click("#layer .distances [data-value='5']");
        browser.await("a distance of 5", page -> browser.text("#detail").contains("5 plies to the next capture"));
        // By the keyboard: the bar of the position itself has the focus first, arrows go to its neighbours.
        browser.awaitCount("#layer .distances .now[data-value='5']", 1);
        browser.script("document.querySelector('#layer .distances .now').focus()");
        browser.press("" + Keys.ARROW_RIGHT + Keys.ARROW_RIGHT + Keys.ARROW_LEFT + Keys.ENTER);
        browser.await("a distance of 6", page -> browser.text("#detail").contains("6 plies to the next capture"));
        browser.open("/explore/chexers/0,0_3,-1");
        browser.awaitSome("#layer .scores .value");
        browser.click("#layer .scores [data-value='3']");
        browser.awaitVerdict("3 actions to the goal");
    }

    @Test
    void whatIsKnownOfAPositionTooLateIsNotShownAtAnother() {
        browser.open("/explore/awari/1-0-0-0-0-2-0-1-0-0-0-1-0-0-S");
        browser.await(
                "all panels",
                page -> browser.count("#line li") > 0
                        && browser.count("#others .move") > 0
                        && browser.count("#layer .value") > 0);
        List<String> before = panels();
        browser.script("""
                window.held = window.fetch;
                window.late = [];
                window.fetch = async (address, request) => {
                  const answer = await window.held(address, request);
                  if (!/line|statistics|popular/.test(address)) {
                    return answer;
                  }
                  const body = await answer.json();
                  await new Promise(done => window.late.push(done));
                  return {ok: true, json: async () => body};
                };
                """);
        browser.press("f");
        browser.await(
                "three answers",
                page -> browser.script("return window.late.length").equals(3L));
        browser.script("window.fetch = window.held");
        browser.press(Keys.ARROW_LEFT);
        browser.await("the position before", page -> browser.verdict().startsWith("South to move: "));
        browser.asyncScript("window.late.forEach(done => done()); await new Promise(done => setTimeout(done));");
        assertEquals(before, panels());
    }

    private static List<String> panels() {
        return List.of(browser.text("#line"), browser.text("#layer-title"), browser.text("#others"));
    }
}
