package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.engine.GameRecord;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The tree of moves, and games that are written down. */
class RecordTest extends BrowserTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    /** Runs a program with the modules, the database of awari and a function that reads moves into a tree. */
    private static Object script(String code, Object... arguments) {
        return browser.asyncScript("""
                const {databases} = await import('/assets/source.js');
                const {Tree} = await import('/assets/tree.js');
                const {write, parse} = await import('/assets/ogn.js');
                const {awari} = await import('/assets/games/awari.js');
                const database = (await databases()).find(one => one.name === 'awari');
                const legal = position => awari.moves(position, database).map(move => ({
                  code: awari.code(move, [], position.side), name: '', position: awari.after(position, move)}));
                const grown = moves => {
                  const tree = new Tree(awari.start(database));
                  tree.read(moves, legal);
                  return tree;
                };
                """.replace("'/assets", "'" + Served.uri("/assets")) + code, arguments);
    }

    /** Returns a game of random moves. */
    private static String letters(Random random, int plies) {
        PlayedGame played = new PlayedGame(GAME);
        List<Integer> pits = new ArrayList<>();
        while (pits.size() < plies && !played.legalMoves().isEmpty()) {
            List<Integer> legal = played.legalMoves();
            pits.add(legal.get(random.nextInt(legal.size())));
            played.play(pits.get(pits.size() - 1));
        }
        return OwareNotation.letters(0, pits);
    }

    @Test
    void anotherMoveKeepsTheFirstLine() {
        browser.open(START);
        browser.play("d", 1);
        browser.play(" ", 2);
        browser.press(Keys.HOME);
        browser.awaitPath(START);
        browser.press("f");
        browser.awaitCount(".variation button", 1);
        assertEquals("1. F", browser.text(".variation button.now"));
        assertEquals(2, browser.count(".record > button"));
        // The same move again is the same line.
        browser.press(Keys.HOME);
        browser.awaitPath(START);
        browser.press("d");
        browser.awaitCount(".record > button:first-of-type.now", 1);
        assertEquals(3, browser.count(".record button"));
        browser.click(".variation button");
        browser.awaitCount(".variation .now", 1);
        browser.click("#promote");
        browser.await("the main line", page -> browser.text(".record > button").equals("F"));
        assertEquals(2, browser.count(".variation button"));
        browser.click("#cut");
        browser.awaitCount(".variation", 0);
        browser.awaitPath(START);
        assertEquals(2, browser.count(".record button"));
        assertEquals(3, browser.count("#history .point"));
    }

    @Test
    void backToAMoveThatWasCutLeadsToThePositionBefore() {
        browser.open(START);
        browser.play("d", 1);
        browser.play(" ", 2);
        browser.press(Keys.ARROW_LEFT);
        browser.awaitCount(".record > button:first-of-type.now", 1);
        browser.click("#cut");
        browser.awaitPath(START);
        Object entry = browser.script("return history.state.at");
        browser.back();
        browser.await(
                "another entry",
                page -> !browser.script("return history.state.at").equals(entry));
        browser.press("f");
        browser.await("another move", page -> browser.texts(".record button").equals(List.of("F")));
    }

    @Test
    void aGameThatIsWrittenDownIsReadByTheEngineAndByThePage() {
        Random random = TestRandom.create();
        browser.open(START);
        for (int i = 0; i < 20; i++) {
            String main = letters(random, 3 + random.nextInt(120));
            int from = random.nextInt(main.length() - 1);
            String tree = withVariation(random, main, from);
            List<?> found = (List<?>) script("""
                    const tree = grown(arguments[0]);
                    const text = write(tree, awari, database, null);
                    const {beginning, moves} = parse(text);
                    const again = grown(moves);
                    again.show(again.root);
                    tree.show(tree.root);
                    return [text, String(tree), String(again), beginning];
                    """, tree);
            String written = found.get(0).toString();
            assertEquals(found.get(1), found.get(2), written);
            GameRecord read = GameRecord.read(GAME, written);
            assertEquals(main, read.letters(), written);
            assertTrue(written.startsWith("[Variant \"Olympiad\"]\n"), written);
            assertTrue(written.lines().allMatch(line -> line.length() < 80), written);
        }
    }

    @Test
    void variationWithSameFirstMoveKeepsTheMainLine() {
        browser.open(START);
        assertEquals("Ff(eD)A*", script("return String(grown('F(FeD)fA'))"));
    }

    /**
     * Returns a line with another move, and others behind it, in the place of one; the line alone where no other is legal. (The
     * same move, followed by the rest of the line and more, would make the line itself longer.)
     */
    private static String withVariation(Random random, String main, int at) {
        PlayedGame played = new PlayedGame(GAME);
        OwareNotation.play(played, main.substring(0, at));
        StringBuilder other = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            List<Integer> legal = new ArrayList<>(played.legalMoves());
            if (i == 0) {
                legal.removeIf(
                        pit -> main.startsWith(OwareNotation.letter(played.now().mover(), pit), at));
            }
            if (legal.isEmpty()) {
                break;
            }
            int pit = legal.get(random.nextInt(legal.size()));
            other.append(OwareNotation.letter(played.now().mover(), pit));
            played.play(pit);
        }
        return other.isEmpty() ? main : main.substring(0, at + 1) + "(" + other + ")" + main.substring(at + 1);
    }

    @Test
    void aGameFromTheMiddleIsWrittenWithItsBeginningAndItsResult() {
        String written = script("""
                const tree = new Tree(awari.fromUrl('0-0-0-0-0-1-1-0-0-0-0-0-22-24-S', database));
                tree.read('F', legal);
                const path = tree.node.path.map(node => node.position);
                return write(tree, awari, database, awari.ending(path, database));
                """).toString();
        GameRecord read = GameRecord.read(GAME, written);
        assertEquals("F", read.letters());
        assertEquals("0-0-0-0-0-1-1-0-0-0-0-0-22-24-S", OwareNotation.position(read.start()));
        assertTrue(written.contains("[Result \"24-24\"]\n"), written);
        assertTrue(written.contains("1. F+2 24-24"), written);
    }

    @Test
    void aGameIsOpened() {
        browser.open(START);
        browser.click("#open-game");
        assertEquals(List.of(), browser.barriers());
        browser.script("document.getElementById('game-text').value = arguments[0]", """
                [Variant "Abapa"]
                [South "Ama \\"the quick\\""]
                [Result "*"]

                1. F e {good, or is it} 2. D (2. C b+2 3. A) b
                """);
        browser.click("#game-dialog [value=open]");
        browser.awaitPath(OPENING);
        assertEquals(List.of("F", "e", "D", "2. C", "b", "3. A", "b"), browser.texts(".record button"));
        assertEquals(List.of("1. ", "2. ", "2… "), browser.texts(".record > small"), "a number for each row");
        assertEquals(5, browser.count("#history .point"));
        browser.press(Keys.END);
        browser.await("the end", page -> browser.text(".record .now").equals("b"));
        String copied = browser.copyGame();
        assertTrue(copied.contains("[South \"Ama \\\"the quick\\\"\"]\n"), copied);
        assertTrue(copied.contains("[Result \"*\"]\n"), copied);
    }

    @Test
    void whatIsNoGameIsRefusedWithTheReason() {
        browser.open(START);
        browser.click("#open-game");
        for (String line : """
                |There is neither a move nor a position.
                [South "Ama"] 1. * |There is neither a move nor a position.
                FF|Move 2, “F”, is not legal.
                F e (d|A variation is not closed.
                F e) D|Move 3, “)”, is not legal.
                F {e|A comment is not closed.
                F4 e|“F4” is not a move. Moves are letters of pits.
                5,4,3|“5,4,3” is not a move. Moves are letters of pits.
                F - e|“-” is not a move. Moves are letters of pits.
                F = e +3|“=” is not a move. Moves are letters of pits.
                F [South] e|A tag such as [South "Ama"] is not closed, or stands among the moves.
                [FEN "4-4"] F|A position is 12 numbers, those of the side to move first; or 14 numbers and S or N. There are 2.
                """.lines().toList()) {
            String[] words = line.split("\\|", -1);
            browser.script("""
                    document.getElementById('game-text').value = arguments[0];
                    document.getElementById('game-complaint').textContent = '';
                    """, words[0]);
            browser.click("#game-dialog [value=open]");
            browser.await(
                    "a complaint", page -> !browser.text("#game-complaint").isEmpty());
            assertEquals(words[1], browser.text("#game-complaint"), line);
            assertEquals(START, browser.path(), line);
        }
    }

    @Test
    void aLongGameStillHasAnAddress() {
        String found =
                script("""
                const {addressOf} = await import('ORIGIN/assets/address.js');
                const tree = grown('FeDbBd');
                let {node} = tree;
                for (let i = 0; i < 8000; i++) {
                  const moves = legal(node.position);
                  if (moves.length === 0) {
                    break;
                  }
                  const {code, position} = moves[(i * 7) % moves.length];
                  node = tree.add(node, code, '', position);
                  if (i > 300) {
                    node = tree.node;
                  }
                }
                for (const one of tree.trail) {
                  for (const {code, position} of legal(one.position)) {
                    let at = tree.add(one, code, '', position);
                    for (let i = 0; i < 30 && legal(at.position).length > 0; i++) {
                      const next = legal(at.position)[0];
                      at = tree.add(at, next.code, '', next.position);
                    }
                  }
                }
                return [String(tree).length, addressOf(database, awari, tree).length, tree.played].join(' ');
                """.replace("ORIGIN/", Served.uri("/").toString())).toString();
        String[] parts = found.split(" ", -1);
        assertTrue(Integer.parseInt(parts[0]) > 6000, found);
        assertTrue(Integer.parseInt(parts[1]) < 6000, found);
        assertEquals("FeDbBd", parts[2]);
    }

    @Test
    void aGameTooLongForAnAddressIsSharedByItsPosition() {
        browser.open(START);
        assertEquals("/explore/awari/1-0-0-0-0-0-1-0-0-0-0-0-0-0-S", script("""
                const {addressOf} = await import('ORIGIN/assets/address.js');
                const tree = new Tree(awari.fromUrl('1-0-0-0-0-0-1-0-0-0-0-0-0-0-S', database));
                let node = tree.root;
                for (let i = 0; i < 6000; i++) {
                  const [{code, position}] = legal(node.position);
                  node = tree.add(node, code, '', position);
                }
                tree.show(node);
                return addressOf(database, awari, tree);
                """.replace(
                        "ORIGIN/", Served.uri("/").toString())));
    }

    @Test
    void gameEndsByMajorityOrRepetition() {
        assertEquals("goes on, 25 to 20, 24 to 21, 26 to 22, 26 to 22, goes on", script("""
                const told = (rules, ...texts) => {
                  const ending = awari.ending(texts.map(text => awari.fromUrl(text, database)),
                    {...database, parameters: {...database.parameters, rules}});
                  return ending ? ending.has.join(' to ') : 'goes on';
                };
                const south = '1-0-0-0-0-1-0-0-0-0-1-0-24-21-S';
                const north = '1-0-0-0-0-1-0-0-0-0-1-0-24-21-N';
                return [
                  told('olympiad', south), told('olympiad', '1-0-0-0-0-1-0-0-0-0-1-0-25-20-S'),
                  told('olympiad', south, south), told('abapa', south, south), told('abapa', north, north),
                  told('abapa', north, south),
                ].join(', ');
                """));
    }

    @Test
    void manyPositionsHaveTheScoresOfEach() {
        assertEquals("1200 scores, each its own", script("""
                const one = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
                const other = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0];
                const [first, last] = [(await database.position(one)).score, (await database.position(other)).score];
                const scores = await database.positions([...Array(1000).fill(one), ...Array(200).fill(other)]);
                const isEach = first !== last && scores.every(({score}, i) => score === (i < 1000 ? first : last));
                return `${scores.length} scores, ${isEach ? 'each its own' : 'mixed'}`;
                """));
    }
}
