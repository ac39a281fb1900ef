package granary.games.chomp;

import granary.testing.GameContract;
import java.util.List;

class ChompContractTest implements GameContract {
    @Override
    public List<Case> cases() {
        return List.of(
                new Case(new Chomp(1, 1), 1),
                new Case(new Chomp(1, 5), 5),
                new Case(new Chomp(5, 1), 5),
                new Case(new Chomp(3, 5), 15),
                new Case(new Chomp(5, 4), 20),
                new Case(new Chomp(10, 20), 8),
                new Case(new Chomp(14, 14), 8),
                new Case(new Chomp(20, 20), 6));
    }

    @Override
    public List<String> notPositions() {
        return List.of("", "-1", "21", "1 2", "1 0 1");
    }
}
