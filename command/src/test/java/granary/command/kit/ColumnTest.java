package granary.command.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColumnTest {
    private static final List<Column> COLUMNS = IntStream.range(0, 8)
            .mapToObj(column -> new Column("column" + column, row -> row + "." + column))
            .toList();

    @Test
    void wideTableIsSplitAndRepeatsItsFirstColumn() {
        String narrow = Column.table(1, COLUMNS, 30);
        narrow.lines().forEach(line -> assertTrue(line.length() <= 30, line));
        String[] tables = narrow.split("\n\n", -1);
        assertEquals("column0  column1  column2\n    0.0      0.1      0.2\n    1.0      1.1      1.2", tables[0]);
        assertEquals("column0  column7\n    0.0      0.7\n    1.0      1.7", tables[3]);
        assertEquals(4, tables.length);
    }

    @Test
    void aTableThatFitsIsOne() {
        assertEquals(Column.table(1, COLUMNS), Column.table(1, COLUMNS, 70));
        assertEquals(Column.table(1, COLUMNS), Column.table(1, COLUMNS, Integer.MAX_VALUE));
    }
}
