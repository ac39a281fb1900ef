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
