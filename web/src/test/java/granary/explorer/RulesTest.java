package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of rules, and the rules that the page plays by. */
class RulesTest extends BrowserTest {
    private static void open(String game) {
        browser.open("/rules/" + game);
        browser.awaitSome("article:not([hidden]) figure .row");
    }

    @ParameterizedTest
    @ValueSource(strings = {"awari", "popular", "chain", "chomp", "chexers"})
    void thePageKnowsTheMovesThatTheServerKnows(String name) {
        browser.open("/explore/" + name);
        assertEquals(List.of(), browser.asyncScript("""
                const {databases} = await import('/assets/source.js');
                const {gameOf} = await import('/assets/games/games.js');
                const database = (await databases()).find(one => one.name === arguments[0]);
                const game = gameOf(database);
                const wrong = [];
                await Promise.all(Array.from({length: 60}, async (_, i) => {
                  const {board} = await database.example(database.layers[i % database.layers.length], 'random');
                  const mine = game.moves({board, side: 0, taken: [0, 0]}, database).map(move => String(move.board));
                  const all = (await database.position(board)).moves.map(move => String(move.board));
                  if (String(mine.sort()) !== String(all.sort())) {
                    wrong.push(`${board}: ${mine.join(' ')}; the server: ${all.join(' ')}`);
                  }
                }));
                return wrong;
                """.replace("'/assets", "'" + Served.uri("/assets")), name));
    }

    @Test
    void whatIsSaidToBeLegalUnderARuleSetIsLegalInADatabaseOfIt() {
        open("awari");
        List<?> figures = (List<?>) browser.script("""
                return [...document.querySelectorAll('#awari figure')].map(figure => [figure.dataset.board,
                  ...[...figure.querySelectorAll('tr')].flatMap(row => [row.dataset.rules, row.querySelector('td').textContent])]);
                """);
        for (Object figure : figures) {
            List<?> told = (List<?>) figure;
            for (int i = 1; i < told.size(); i += 2) {
                for (String name : told.get(i).toString().split(" ", -1)) {
                    RuleSet rules = RuleSet.valueOf(name.toUpperCase(Locale.ROOT));
                    assertEquals(legal(told.get(0).toString(), rules), told.get(i + 1), told.get(0) + " " + rules);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"awari, olympiad strict abapa", "chain, direct inverse"})
    void everyFigureShowsEveryRuleSet(String game, String sets) {
        open(game);
        assertEquals(List.of(sets), browser.script("""
                const order = arguments[0].split(' ');
                const sets = figure => [...figure.querySelectorAll('tr')].flatMap(row => row.dataset.rules.split(' '))
                  .sort((one, other) => order.indexOf(one) - order.indexOf(other)).join(' ');
                return [...new Set([...document.querySelectorAll('article:not([hidden]) figure')].map(sets))];
                """, sets));
        List<String> told = browser.texts("article:not([hidden]) figure td");
        assertEquals(
                "all rules", browser.text("article:not([hidden]) figure th"), "the first figure has one row: " + told);
    }

    private static String legal(String board, RuleSet rules) {
        Awari game = new Awari(6, rules);
        int[] position = game.notation().parse(board);
        List<String> moves = new ArrayList<>();
        game.moves(
                position,
                (pit, captured, after) -> moves.add((char) ('A' + pit) + (captured > 0 ? " takes " + captured : "")));
        int score = game.terminalScore(position);
        return moves.isEmpty()
                ? "no legal move: " + (score > 0 ? "+" : "\u2212") + Math.abs(score)
                : String.join(", ", moves);
    }

    @ParameterizedTest
    @ValueSource(strings = {"awari", "chain", "chomp", "chexers"})
    void everyBoardIsPlayedAndPutBack(String game) {
        open(game);
        assertEquals(1, browser.count("article:not([hidden])"));
        assertEquals(List.of(), browser.asyncScript("""
                const wrong = [];
                const press = element => element.dispatchEvent(new MouseEvent('click', {bubbles: true}));
                const shown = async (back, millis) => {
                  for (const end = performance.now() + millis; back.hidden && performance.now() < end;) {
                    await new Promise(done => setTimeout(done, 5));
                  }
                };
                for (const figure of document.querySelectorAll('article:not([hidden]) figure')) {
                  const drawn = () => [...figure.querySelectorAll('circle, .chip, .square:not(.eaten)')].length
                    + figure.firstChild.textContent + [...figure.querySelectorAll('circle.piece')].map(one => one.cx.baseVal.value);
                  const before = drawn();
                  const back = figure.querySelector('.row button');
                  const isOver = figure.textContent.includes('cannot move');
                  const places = '.pit.playable, .hex[role=button], .square[data-row]:not(:disabled), .chip:not(:disabled)';
                  for (let i = 0; i < 2 && back.hidden; i++) {
                    [...figure.querySelectorAll(places)].slice(-1).forEach(press);
                    await shown(back, 50);
                  }
                  await shown(back, isOver ? 0 : 5000);
                  if (back.hidden !== isOver || (drawn() === before) !== isOver) {
                    wrong.push(figure.textContent);
                  }
                  back.click();
                  if (drawn() !== before) {
                    wrong.push('not put back: ' + figure.textContent);
                  }
                }
                return wrong;
                """));
        browser.shape(360, 800, true);
        browser.assertFitsWithoutBarriers();
    }

    @Test
    void anUnknownGameLeadsToTheRulesOfAwari() {
        open("nothing");
        assertEquals("Awari", browser.text("article:not([hidden]) h2"));
    }

    @Test
    void aBoardThatIsPutBackWhileAMoveIsShownStaysAsItWas() {
        open("awari");
        assertEquals("as it was", browser.asyncScript("""
                const figure = document.querySelector('#awari figure');
                const back = figure.querySelector('.row button');
                const pits = () => [...figure.querySelectorAll('.pit')].map(pit => pit.ariaLabel).join();
                const press = () => figure.querySelector('.pit.playable').dispatchEvent(new MouseEvent('click', {bubbles: true}));
                const moment = () => new Promise(done => setTimeout(done, 50));
                const before = pits();
                press();
                while (back.hidden) {
                  await moment();
                }
                localStorage.setItem('granary.animated', 'yes');
                press();
                while (document.getAnimations().length === 0) {
                  await moment();
                }
                back.click();
                for (let quiet = 0; quiet < 5; quiet = document.getAnimations().length === 0 ? quiet + 1 : 0) {
                  await moment();
                }
                return pits() === before && back.hidden ? 'as it was' : pits();
                """));
    }
}
