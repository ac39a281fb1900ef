package granary.http;

import granary.error.DamagedFileException;
import granary.http.Sections.Section;
import granary.storage.CheckedSections;
import granary.storage.Prefetch;
import granary.storage.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A file on a web server, in sections that are fetched when they are needed and kept in memory until others need the room. A lookup in a
 * section that is in memory takes no lock and allocates nothing.
 *
 * <p>A file is opened in sections of {@value #PAGE} bytes that nobody checks: its header, which has a checksum of its own, and its table
 * of checksums. On it stands another storage, in the sections that have checksums. It fetches the checksums together with the sections, and
 * compares before it keeps a section. If they differ, both are fetched once more.
 */
final class HttpStorage implements Storage {
    private static final int PAGE = 1 << 12;

    /** The most bytes that are asked for in one request. */
    private static final int REQUEST = 1 << 20;

    /** Sections with entries in one array, so that a file of a terabyte does not take an array of millions. */
    private static final int SLOTS = 1 << 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * Threads that check what arrived, as many as are needed: a check may wait for a checksum that has left the memory. They are not
     * those of the common pool, which may all wait for a lookup.
     */
    private static final Executor CHECKS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), Requests::thread);

    private final HttpFile file;
    private final Requests requests;
    private final Sections memory;
    /** The storage of the checksums, and of all that is in no section; null for the file as it is. */
    private final HttpStorage plain;
    /** Null for the file as it is. */
    private final CheckedSections checks;

    private final long start;
    private final long end;
    private final int shift;
    private final int inSection;
    /** Null where no section of the group was ever in memory. */
    private final AtomicReferenceArray<AtomicReferenceArray<Section>> slots;
    /** The sections that are being fetched, by number; guards itself. */
    private final Map<Long, CompletableFuture<Void>> pending = new HashMap<>();

    /** Opens a file. */
    HttpStorage(HttpFile file, Requests requests, Sections memory) {
        this.file = file;
        this.requests = requests;
        this.memory = memory;
        this.plain = null;
        this.checks = null;
        this.start = 0;
        this.end = file.length;
        this.shift = Integer.numberOfTrailingZeros(PAGE);
        this.inSection = PAGE - 1;
        this.slots = slots();
    }

    private HttpStorage(HttpStorage plain, CheckedSections checks) {
        this.file = plain.file;
        this.requests = plain.requests;
        this.memory = plain.memory;
        this.plain = plain;
        this.checks = checks;
        this.start = checks.start();
        this.end = checks.end();
        int sectionLength = checks.sectionLength();
        this.shift = Integer.numberOfTrailingZeros(sectionLength);
        this.inSection = sectionLength - 1;
        this.slots = slots();
    }

    private AtomicReferenceArray<AtomicReferenceArray<Section>> slots() {
        return new AtomicReferenceArray<>((int) ((end - start >>> shift) / SLOTS) + 1);
    }

    @Override
    public Storage checking(CheckedSections sections) {
        return new HttpStorage(this, sections);
    }

    @Override
    public long length() {
        return file.length;
    }

    @Override
    public boolean fetches() {
        return true;
    }

    @Override
    public long getLong(long offset) {
        Objects.checkFromIndexSize(offset, Long.BYTES, file.length);
        long at = offset - start;
        int from = (int) at & inSection;
        if (at >= 0 && offset + Long.BYTES <= end && from <= inSection + 1 - Long.BYTES) {
            return (long) LONG.get(section(at >>> shift), from);
        }
        byte[] number = new byte[Long.BYTES]; // across two sections
        copy(offset, number, 0, Long.BYTES);
        return (long) LONG.get(number, 0);
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        Objects.checkFromIndexSize(offset, count, file.length);
        Objects.checkFromIndexSize(at, count, target.length);
        if (plain == null
                && count > PAGE
                && lacks(offset, count)) { // whoever reads so much reads the file once, and checks it
            requireOpen();
            List<CompletableFuture<byte[]>> parts = new ArrayList<>();
            for (int done = 0; done < count; done += REQUEST) {
                parts.add(requests.range(file, offset + done, Math.min(REQUEST, count - done)));
            }
            int to = at;
            for (CompletableFuture<byte[]> part : parts) {
                byte[] bytes = Prefetch.await(part);
                System.arraycopy(bytes, 0, target, to, bytes.length);
                to += bytes.length;
            }
            return;
        }
        if (count > 0) {
            Prefetch.await(fetch(List.of(new Prefetch.Range(offset, count))));
        }
        copy(offset, target, at, count);
    }

    /** Copies bytes section by section. */
    private void copy(long offset, byte[] target, int at, int count) {
        for (int done = 0; done < count; ) {
            long from = offset + done - start;
            if (from < 0 || from >= end - start) {
                int part = (int) (from < 0 ? Math.min(count - done, -from) : count - done);
                plain.read(offset + done, target, at + done, part);
                done += part;
            } else {
                byte[] section = section(from >>> shift);
                int part = Math.min(count - done, section.length - ((int) from & inSection));
                System.arraycopy(section, (int) from & inSection, target, at + done, part);
                done += part;
            }
        }
    }

    /** Returns a section's bytes, from memory if they are there. */
    private byte[] section(long number) {
        Section section = inMemory(number);
        if (section == null) {
            section = fetched(number);
        }
        if (!section.isUsed) { // a write to a line that other threads read would slow them down
            section.isUsed = true;
        }
        return section.bytes;
    }

    private Section inMemory(long number) {
        AtomicReferenceArray<Section> group = slots.getAcquire((int) (number / SLOTS));
        return group == null ? null : group.getAcquire((int) (number % SLOTS));
    }

    private Section fetched(long number) {
        Section section;
        do {
            Prefetch.await(fetchSections(new TreeSet<>(List.of(number))));
            section = inMemory(number); // it may have gone already, when many threads need much
        } while (section == null);
        return section;
    }

    @Override
    public boolean lacks(long offset, long length) {
        long to = offset + length;
        for (long number = Math.max(start, offset) - start >> shift;
                start + (number << shift) < Math.min(end, to);
                number++) {
            if (inMemory(number) == null) {
                return true;
            }
        }
        return offset < start && plain.lacks(offset, Math.min(start, to) - offset)
                || to > end && plain.lacks(Math.max(end, offset), to - Math.max(end, offset));
    }

    @Override
    public CompletableFuture<?> fetch(List<Prefetch.Range> ranges) {
        SortedSet<Long> numbers = new TreeSet<>();
        List<Prefetch.Range> others = new ArrayList<>();
        for (Prefetch.Range range : ranges) {
            long from = Math.max(start, range.offset());
            long to = Math.min(end, range.offset() + range.length());
            for (long number = from - start >>> shift; start + (number << shift) < to; number++) {
                numbers.add(number);
            }
            if (plain != null && range.offset() + range.length() > end) {
                others.add(new Prefetch.Range(end, range.offset() + range.length() - end));
            }
        }
        return others.isEmpty()
                ? fetchSections(numbers)
                : CompletableFuture.allOf(fetchSections(numbers), plain.fetch(others));
    }

    private CompletableFuture<?> fetchSections(SortedSet<Long> numbers) {
        requireOpen();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        List<Long> added = new ArrayList<>();
        synchronized (pending) {
            for (long number : numbers) {
                if (inMemory(number) == null) {
                    CompletableFuture<Void> fetched = pending.get(number);
                    if (fetched == null) {
                        fetched = new CompletableFuture<>();
                        pending.put(number, fetched);
                        added.add(number);
                    }
                    all.add(fetched);
                }
            }
        }
        try {
            begin(added);
        } catch (RuntimeException | Error e) {
            added.forEach(number -> fail(number, e));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
    }

    private void requireOpen() {
        if (file.isClosed) {
            throw new IllegalStateException(file.address + " is closed");
        }
    }

    /** Asks the server for sections, neighbours in one request. */
    private void begin(List<Long> numbers) {
        CompletableFuture<?> checksums = checksums(numbers);
        List<Long> run = new ArrayList<>();
        for (long number : numbers) {
            boolean isNext = !run.isEmpty()
                    && number == run.get(run.size() - 1) + 1
                    && from(number) + length(number) - from(run.get(0)) <= REQUEST;
            if (!isNext && !run.isEmpty()) {
                ask(checksums, run, false);
                run = new ArrayList<>();
            }
            run.add(number);
        }
        if (!run.isEmpty()) {
            ask(checksums, run, false);
        }
    }

    /** Begins to fetch what the checks of some sections will read. */
    private CompletableFuture<?> checksums(List<Long> numbers) {
        if (checks == null || numbers.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Prefetch.Range> ranges = new ArrayList<>();
        for (long number : numbers) {
            ranges.add(new Prefetch.Range(checks.checksumAt(number), Long.BYTES));
        }
        return plain.fetch(ranges);
    }

    private void ask(CompletableFuture<?> checksums, List<Long> run, boolean isLast) {
        long from = from(run.get(0));
        long last = run.get(run.size() - 1);
        int length = (int) (from(last) + length(last) - from);
        var unused = requests.range(file, from, length)
                .thenCombine(checksums, (bytes, nothing) -> bytes)
                .whenCompleteAsync(
                        (bytes, failure) -> {
                            for (long number : run) {
                                if (failure == null) {
                                    take(number, bytes, (int) (from(number) - from), isLast);
                                } else {
                                    fail(number, failure);
                                }
                            }
                        },
                        CHECKS);
    }

    private void take(long number, byte[] run, int at, boolean isLast) {
        try {
            byte[] bytes = Arrays.copyOfRange(run, at, at + length(number));
            if (checks != null) {
                checks.checkSection(number, bytes, 0, bytes.length);
            }
            keep(number, bytes);
            end(number).complete(null);
        } catch (DamagedFileException e) {
            if (isLast) {
                fail(number, e);
            } else {
                again(number);
            }
        } catch (RuntimeException | Error e) {
            fail(number, e);
        }
    }

    /** Asks for a section that differs from its checksum, and for the checksum, once more. */
    private void again(long number) {
        try {
            plain.renew(checks.checksumAt(number), Long.BYTES);
            List<Long> alone = List.of(number);
            ask(checksums(alone), alone, true);
        } catch (RuntimeException | Error e) {
            fail(number, e);
        }
    }

    @Override
    public boolean renew(long offset, long length) {
        file.isFresh = true;
        for (long number = offset - start >>> shift; start + (number << shift) < offset + length; number++) {
            Section section = inMemory(number);
            if (section != null) {
                drop(number, section);
            }
        }
        return true;
    }

    private long from(long number) {
        return start + (number << shift);
    }

    private int length(long number) {
        return (int) Math.min(inSection + 1, end - from(number));
    }

    private void keep(long number, byte[] bytes) {
        Section section = new Section(bytes, this, number);
        int group = (int) (number / SLOTS);
        if (slots.get(group) == null) {
            slots.compareAndSet(group, null, new AtomicReferenceArray<>(SLOTS));
        }
        slots.get(group).set((int) (number % SLOTS), section);
        memory.add(section);
    }

    /** Takes a section out of memory, unless another has taken its place. */
    void drop(long number, Section section) {
        slots.get((int) (number / SLOTS)).compareAndSet((int) (number % SLOTS), section, null);
    }

    private CompletableFuture<Void> end(long number) {
        synchronized (pending) {
            return pending.remove(number);
        }
    }

    private void fail(long number, Throwable failure) {
        CompletableFuture<Void> fetched = end(number);
        if (fetched != null) { // otherwise it arrived before something else failed
            fetched.completeExceptionally(failure);
        }
    }

    /** Ends fetching. What is in memory may still be looked up. */
    @Override
    public void close() {
        file.isClosed = true;
    }
}
