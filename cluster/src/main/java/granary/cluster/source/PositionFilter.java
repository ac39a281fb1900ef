package granary.cluster.source;

import granary.game.Game;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * The positions that filters select: a set of layers and a range of ranks. A filter by board selects one layer and one rank.
 * Accepted filters are applied exactly, so Spark need not apply them again.
 */
final class PositionFilter {
    private final List<Predicate> accepted = new ArrayList<>();
    private int firstLayer;
    private int lastLayer = Integer.MAX_VALUE;
    /** One list for each accepted {@code IN}. */
    private final List<List<Integer>> layerLists = new ArrayList<>();

    private long firstRank;
    private long lastRank = Long.MAX_VALUE - 1;

    /** Applies a filter, and returns whether that was possible. */
    boolean accepts(Predicate predicate, Game game) {
        return accept(predicate, game) && accepted.add(predicate);
    }

    /** Returns the filters that were applied. */
    Predicate[] accepted() {
        return accepted.toArray(Predicate[]::new);
    }

    boolean wants(int layer) {
        return layer >= firstLayer && layer <= lastLayer && layerLists.stream().allMatch(list -> list.contains(layer));
    }

    long firstRank() {
        return firstRank;
    }

    long endRank() {
        return lastRank + 1;
    }

    private boolean accept(Predicate predicate, Game game) {
        Expression[] children = predicate.children();
        if (children.length < 2 || !(children[0] instanceof NamedReference column) || column.fieldNames().length != 1) {
            return false;
        }
        List<Object> values = Arrays.stream(children)
                .skip(1)
                .<Object>map(child -> child instanceof Literal<?> literal ? literal.value() : null)
                .toList();
        if (values.stream().anyMatch(Objects::isNull)) {
            return false;
        }
        String name = column.fieldNames()[0];
        if (predicate.name().equals("IN")) {
            return name.equals(PositionTable.LAYER) && acceptList(values);
        }
        boolean isRange = name.equals(PositionTable.LAYER) || name.equals(PositionTable.RANK);
        if (isRange && values.getFirst() instanceof Number bound) {
            return acceptBound(name, predicate.name(), bound.longValue());
        }
        boolean isEquality = predicate.name().equals("=") || predicate.name().equals("<=>");
        return isEquality
                && name.equals(PositionTable.BOARD)
                && values.getFirst() instanceof ArrayData cells
                && acceptBoard(cells.toIntArray(), game);
    }

    private boolean acceptList(List<Object> values) {
        return layerLists.add(
                values.stream().map(value -> ((Number) value).intValue()).toList());
    }

    private boolean acceptBound(String column, String relation, long bound) {
        switch (relation) {
            case "=", "<=>" -> restrict(column, bound, bound);
            case ">=" -> restrict(column, bound, Long.MAX_VALUE - 1);
            case "<=" -> restrict(column, 0, bound);
            case ">" -> restrict(column, bound == Long.MAX_VALUE ? bound : bound + 1, Long.MAX_VALUE - 1);
            case "<" -> restrict(column, 0, bound == Long.MIN_VALUE ? bound : bound - 1);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void restrict(String column, long first, long last) {
        if (column.equals(PositionTable.LAYER)) {
            firstLayer = Math.max(firstLayer, (int) Math.min(first, Integer.MAX_VALUE));
            lastLayer = Math.min(lastLayer, Math.clamp(last, -1, Integer.MAX_VALUE));
        } else {
            firstRank = Math.max(firstRank, first);
            lastRank = Math.min(lastRank, Math.max(-1, last));
        }
    }

    /** Selects the row of a board. A vector that is not a position has no row. */
    private boolean acceptBoard(int[] cells, Game game) {
        try {
            game.layer(cells);
            long located = game.locate(cells, 0);
            int layer = (int) (located >>> Game.LAYER_SHIFT);
            restrict(PositionTable.LAYER, layer, layer);
            restrict(PositionTable.RANK, located & Game.RANK_MASK, located & Game.RANK_MASK);
        } catch (IllegalArgumentException e) {
            restrict(PositionTable.LAYER, 0, -1);
        }
        return true;
    }

    @Override
    public String toString() {
        return accepted.isEmpty()
                ? ""
                : accepted.stream().map(Predicate::toString).collect(Collectors.joining(" and ", " where ", ""));
    }
}
