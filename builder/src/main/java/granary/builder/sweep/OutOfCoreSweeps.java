package granary.builder.sweep;

import granary.builder.Monitor;
import granary.builder.memory.FileWindow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sweeps over a layer, {@link PartGroup group} by group, until nothing changes. Groups take turns in a fixed order, so it is
 * known what is needed when, and {@link FileWindow} keeps what is needed again soonest. What is in memory is swept over some
 * times, each time where the time before has changed something, while the disk fetches what the next group lacks.
 *
 * <p>The <em>news</em> of a group are the pages that have changed since the tiles that read them were evaluated, and perhaps
 * others. A tile that reads none of them would not change. So when few tiles read news, only these are loaded and swept over;
 * a group without news is settled, and when all are, the layer is solved.
 */
final class OutOfCoreSweeps {
    /** With one sweep there are twice the rounds, at 26 seeds. */
    private static final int FEWEST_SWEEPS = 2;
    /** While the disk is at work, sweeps cost little; but more than so many bring hardly anything. */
    private static final int MOST_SWEEPS = 4;
    /** When more than this share of a group's tiles read news, all of them are swept over: they read nearly the same pages. */
    private static final double FEW = 0.5;

    private static final BitSet NO_PAGES = new BitSet();

    private final SweepLayer layer;
    private final FileWindow window;
    private final List<PartGroup> groups;
    private final GroupSweeps sweeps;
    /** For each group; null when none of its tiles has been evaluated yet. */
    private final BitSet[] news;

    OutOfCoreSweeps(SweepLayer layer, FileWindow window, PartPages pages, List<PartGroup> groups) {
        this.layer = layer;
        this.window = window;
        this.groups = groups;
        this.sweeps = new GroupSweeps(layer, window, pages);
        this.news = new BitSet[groups.size()];
    }

    /**
     * Sweeps until nothing changes.
     *
     * @param steps how many steps of progress it is
     */
    void run(Monitor monitor, long steps) throws IOException {
        SweepProgress progress =
                new SweepProgress(monitor, steps, layer.shape.positions(), layer.kernels.propagationShare());
        for (int round = 1; IntStream.range(0, groups.size()).anyMatch(this::isOpen); round++) {
            long stepsPerGroup = progress.begin(false, groups.size());
            long sum = 0;
            for (int i = 0; i < groups.size(); i++) {
                if (isOpen(i)) {
                    sum += work(i);
                }
                monitor.advance(stepsPerGroup);
            }
            monitor.sweep(round, sum);
            progress.end(sum);
        }
    }

    private boolean isOpen(int number) {
        return news[number] == null || !news[number].isEmpty();
    }

    /** Works on a group that is open, and returns how many values changed in it. */
    private long work(int number) throws IOException {
        PartGroup group = groups.get(number);
        List<PartTiles> tiles = sweeps.tiles(group.parts());
        List<PartTiles> open = news[number] == null ? tiles : sweeps.reading(news[number], tiles);
        news[number] = new BitSet();
        if (open.isEmpty()) {
            return 0;
        }
        boolean isWhole = count(open) > FEW * count(tiles);
        List<PartTiles> swept = isWhole ? tiles : open;
        window.load(isWhole ? group.needs() : sweeps.needs(open), next(number, isWhole));
        long sum = 0;
        BitSet changed = new BitSet();
        GroupSweeps.Changes last = null;
        int count = 0;
        do {
            last = sweeps.sweep(count == 0 ? swept : sweeps.reading(last.pages(), swept));
            sum += last.count();
            changed.or(last.pages());
            count++;
        } while (last.count() > 0 && (count < FEWEST_SWEEPS || count < MOST_SWEEPS && window.isBusy()));
        window.changed(changed);
        for (int i = 0; i < groups.size(); i++) {
            // Those swept over may have missed what the last sweep changed; any others all of it.
            addNews(i, i == number && isWhole ? last.pages() : changed);
        }
        return sum;
    }

    private static long count(List<PartTiles> tiles) {
        return tiles.stream().mapToLong(PartTiles::count).sum();
    }

    /**
     * Returns what the open groups need, in the order of their turns after one. What the next of them reads is fetched early, unless
     * this one reads little: then the next probably does too.
     */
    private List<BitSet> next(int number, boolean isWhole) {
        List<BitSet> next = new ArrayList<>();
        if (!isWhole) {
            next.add(NO_PAGES);
        }
        for (int i = 1; i < groups.size(); i++) {
            int later = (number + i) % groups.size();
            if (isOpen(later)) {
                next.add(groups.get(later).needs());
            }
        }
        return next;
    }

    /** Notes that pages have changed since a group's tiles were evaluated, or some of them. */
    private void addNews(int number, BitSet changed) {
        if (news[number] != null && changed.intersects(groups.get(number).needs())) {
            BitSet those = (BitSet) changed.clone();
            those.and(groups.get(number).needs());
            news[number].or(those);
        }
    }
}
