package granary.parquet;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A stream in the form that Parquet's library needs: with a position. */
final class StreamFile implements OutputFile {
    private final OutputStream out;

    StreamFile(OutputStream out) {
        this.out = out;
    }

    @Override
    public PositionOutputStream create(long blockSize) {
        return new Counted(out);
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) {
        return create(blockSize);
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }

    /** Counts the bytes. Does not close the stream: the caller that opened it does. */
    private static final class Counted extends PositionOutputStream {
        private final OutputStream out;
        private long position;

        Counted(OutputStream out) {
            this.out = out;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            position++;
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
            position += count;
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
