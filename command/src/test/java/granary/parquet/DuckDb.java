package granary.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** DuckDB, a reader of Parquet that shares no code with the writer. */
final class DuckDb {
    private DuckDb() {}

    /** Returns the names of the columns and the rows that a query yields, as text. */
    static List<List<String>> query(Path directory, String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET file_search_path = '" + directory + "'");
            try (ResultSet result = statement.executeQuery(sql)) {
                ResultSetMetaData columns = result.getMetaData();
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    names.add(columns.getColumnName(i));
                }
                rows.add(names);
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= names.size(); i++) {
                        row.add(String.valueOf(result.getObject(i)));
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }
}
