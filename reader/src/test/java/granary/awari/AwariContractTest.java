package granary.awari;

import granary.testing.GameContract;
import java.util.ArrayList;
import java.util.List;

class AwariContractTest implements GameContract {
    @Override
    public List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (RuleSet rules : RuleSet.values()) {
            cases.add(new Case(new Awari(2, rules), 16));
            cases.add(new Case(new Awari(3, rules), 9));
            cases.add(new Case(new Awari(4, rules), 8));
            cases.add(new Case(new Awari(6, rules), 5));
        }
        return cases;
    }

    @Override
    public List<String> notPositions() {
        return List.of("", "1", "0 0 -1 0", "0 0 0 0 0", "99 0 0 0 0 0 0 0 0 0 0 0");
    }
}
