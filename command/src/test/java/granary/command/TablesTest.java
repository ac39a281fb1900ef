package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.command.testing.Cli;
import granary.testing.Tsv;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static List<String> tables;

    @BeforeAll
    static void print() {
        tables = List.of(Cli.run("plan", "--tables").printed().strip().split("\n\n"));
    }

    @Test
    void thereAreThreeTables() {
        assertEquals(3, tables.size());
    }

    @Test
    void fourAwariIsThePublishedTableDigitForDigit() throws IOException {
        assertEquals(Tsv.fields(TablesTest.class, "/awari-4pits-space.tsv"), rows(tables.get(0)));
    }

    @Test
    void sixAwariIsThePublishedTableDigitForDigit() throws IOException {
        assertEquals(Tsv.fields(TablesTest.class, "/awari-6pits-space.tsv"), rows(tables.get(1)));
    }

    @Test
    void theCostIsThePublishedTableDigitForDigit() throws IOException {
        assertEquals(Tsv.fields(TablesTest.class, "/awari-cost.tsv"), rows(tables.get(2)));
    }

    /** Returns the cells of a table without its title and headings. */
    private static List<List<String>> rows(String table) {
        return table.lines()
                .skip(2)
                .map(line -> Stream.of(line.strip().split(" {2,}")).toList())
                .toList();
    }
}
