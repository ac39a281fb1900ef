package granary.cluster.source;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** A column of a batch of positions: presents Java arrays to Spark, without a copy. */
abstract class PositionVector extends ColumnVector {
    private PositionVector(DataType type) {
        super(type);
    }

    /** Whole numbers; nulls where there is no array. */
    static final class Ints extends PositionVector {
        private final int[] values;

        Ints(int[] values) {
            super(DataTypes.IntegerType);
            this.values = values;
        }

        @Override
        public boolean hasNull() {
            return values == null;
        }

        @Override
        public boolean isNullAt(int row) {
            return values == null;
        }

        @Override
        public int getInt(int row) {
            return values[row];
        }
    }

    /** Numbers in sequence. */
    static final class Ranks extends PositionVector {
        long first;

        Ranks() {
            super(DataTypes.LongType);
        }

        @Override
        public long getLong(int row) {
            return first + row;
        }
    }

    /** The same text in every row. */
    static final class Repeated extends PositionVector {
        private final UTF8String text;

        Repeated(UTF8String text) {
            super(DataTypes.StringType);
            this.text = text;
        }

        @Override
        public UTF8String getUTF8String(int row) {
            return text;
        }
    }

    /** Boards, one after another in one column of cells. */
    static final class Boards extends PositionVector {
        private final Ints all;
        private final int cells;

        Boards(Ints all, int cells) {
            super(DataTypes.createArrayType(DataTypes.IntegerType, false));
            this.all = all;
            this.cells = cells;
        }

        @Override
        public ColumnarArray getArray(int row) {
            return new ColumnarArray(all, row * cells, cells);
        }
    }

    @Override
    public void close() {}

    @Override
    public boolean hasNull() {
        return false;
    }

    @Override
    public int numNulls() {
        return 0;
    }

    @Override
    public boolean isNullAt(int row) {
        return false;
    }

    private UnsupportedOperationException no() {
        return new UnsupportedOperationException("a column of " + dataType());
    }

    @Override
    public boolean getBoolean(int row) {
        throw no();
    }

    @Override
    public byte getByte(int row) {
        throw no();
    }

    @Override
    public short getShort(int row) {
        throw no();
    }

    @Override
    public int getInt(int row) {
        throw no();
    }

    @Override
    public long getLong(int row) {
        throw no();
    }

    @Override
    public float getFloat(int row) {
        throw no();
    }

    @Override
    public double getDouble(int row) {
        throw no();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw no();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw no();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw no();
    }

    @Override
    public UTF8String getUTF8String(int row) {
        throw no();
    }

    @Override
    public byte[] getBinary(int row) {
        throw no();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw no();
    }
}
