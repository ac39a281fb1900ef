package granary.games.chain;

import granary.testing.GameContract;
import java.util.List;

class ChainContractTest implements GameContract {
    @Override
    public List<Case> cases() {
        return List.of(new Case(new Chain(true), 20), new Case(new Chain(false), 20));
    }

    @Override
    public List<String> notPositions() {
        return List.of("", "-9", "101", "free", "free free", "9 free", "4 0 1", "60 41", "4 -1");
    }
}
