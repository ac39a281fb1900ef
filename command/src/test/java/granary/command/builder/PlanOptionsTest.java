package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanOptionsTest {
    @Test
    void optionsThatDescribeAMachineNeedCalibrate() {
        String error = Cli.run("plan", "--seeds", 10, "--cores", 64).assertFailure(2);
        assertTrue(error.contains("need --calibrate"), error);
    }

    @Test
    void withSealThePlanSaysWhatSealedFilesTakeIn80Columns() {
        for (String rule : new String[] {"reachable", "derived"}) {
            String plan = Cli.run("plan", "--seeds", 48, "--seal=" + rule)
                    .assertSuccess()
                    .out();
            assertTrue(plan.contains("sealed, all"), plan);
            assertTrue(
                    plan.contains((rule.equals("derived") ? "243.1" : "389.4") + " GiB sealed (" + rule + ")"), plan);
            assertTrue(plan.contains("an extrapolation"), plan);
            plan.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        }
        String json = Cli.run("plan", "--seeds", 48, "--seal", "--json")
                .assertSuccess()
                .out()
                .lines()
                .toList()
                .getLast();
        assertTrue(json.contains("\"sealedBytes\":") && json.contains("\"sealedBuildBytes\":"), json);
    }

    @Test
    void aRuleThatIsNoneIsAnsweredByTheRules() {
        String error = Cli.run("plan", "--seeds", 10, "--seal=foo").assertFailure(2);
        assertTrue(error.contains("no rule 'foo'; the rules are reachable, derived"), error);
    }

    @ParameterizedTest
    @CsvSource({
        "--memory, 768, 'option ''--memory'': ''768'' is not a size, such as 500M or 1.5T'",
        "--memory, 0.0G, 'option ''--memory'': ''0.0G'' is not a size, such as 500M or 1.5T'",
        "--memory-bandwidth, -1G, 'option ''--memory-bandwidth'': ''-1G'' is not a size, such as 500M or 1.5T'",
        "--disk-bandwidth, fast, 'option ''--disk-bandwidth'': ''fast'' is not a size, such as 500M or 1.5T'",
        "--cores, 0, '--cores must be 1 or more'"
    })
    void aMachineThatCannotBeIsRefusedBeforeTheCalibration(String option, String value, String complaint) {
        String error =
                Cli.run("plan", "--seeds", 10, "--calibrate", option, value).assertFailure(2);
        assertTrue(error.contains(complaint), error);
    }
}
