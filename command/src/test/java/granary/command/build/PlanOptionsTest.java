package granary.command.build;

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
        "--memory, 768, must be a size such as 768G",
        "--memory-bandwidth, -1G, must be a size such as 768G",
        "--disk-bandwidth, fast, must be a size such as 768G",
        "--cores, 0, must be 1 or more"
    })
    void aMachineThatCannotBeIsRefusedBeforeTheCalibration(String option, String value, String complaint) {
        String error =
                Cli.run("plan", "--seeds", 10, "--calibrate", option, value).assertFailure(2);
        assertTrue(error.contains(option + " " + complaint), error);
    }
}
