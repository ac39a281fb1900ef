package granary.games.chexers;

import granary.testing.GameContract;
import java.util.List;

class ChexersContractTest implements GameContract {
    private static final long ALL = (1L << Hexes.COUNT) - 1;

    @Override
    public List<Case> cases() {
        return List.of(
                new Case(new Chexers(Colour.RED, 0), 2),
                new Case(new Chexers(Colour.GREEN, bits("-1,0", "-1,1", "1,1", "3,-1")), 3),
                // The hexes with q below 0 and the middle: 21 are free, and one of them leads off the board.
                new Case(new Chexers(Colour.BLUE, bits("0,0") ^ (ALL >>> 22)), 4),
                new Case(new Chexers(Colour.RED, ALL ^ bits("3,0", "1,0")), 2),
                new Case(new Chexers(Colour.RED, ALL), 0));
    }

    private static long bits(String... hexes) {
        long bits = 0;
        for (String hex : hexes) {
            bits |= 1L << Hexes.parse(hex);
        }
        return bits;
    }

    @Override
    public List<String> notPositions() {
        return List.of("", "0", "4,0", "2,2", "0,0 0,0", "none none", "3,0 none", "0,0,0", "0,1 0,2 0,3 1,0 1,1");
    }
}
