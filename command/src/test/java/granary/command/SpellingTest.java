package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> COMMANDS =
            List.of("build", "status", "probe", "info", "verify", "export", "plan", "play", "help", "--dir", "--seeds");

    @ParameterizedTest
    @CsvSource({
        "biuld,build",
        "bild,build",
        "builds,build",
        "stat,status",
        "verfy,verify",
        "hepl,help",
        "plann,plan",
        "--dri,--dir",
        "--seed,--seeds"
    })
    void aMistypedWordGetsTheSuggestionThatWasMeant(String word, String meant) {
        assertEquals(Optional.of(meant), Spelling.nearest(word, COMMANDS));
    }

    @ParameterizedTest
    @CsvSource({"xyzzy", "sow", "--colour", "1", "-2"})
    void aWordLikeNoneGetsNoSuggestion(String word) {
        assertEquals(Optional.empty(), Spelling.nearest(word, COMMANDS));
    }

    @Test
    void slipsAreCountedOneByOne() {
        assertEquals(0, Spelling.slips("plan", "plan"));
        assertEquals(1, Spelling.slips("paln", "plan"));
        assertEquals(4, Spelling.slips("", "plan"));
        assertEquals(3, Spelling.slips("kitten", "sitting"));
    }
}
