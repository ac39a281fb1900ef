package granary.cluster.command;

import granary.builder.verify.Verification;
import granary.cluster.Tasks;
import granary.cluster.verify.ClusterVerification;
import granary.command.builder.VerifyReport;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Listing;
import granary.error.DatabaseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Verifies a database on a cluster. */
@Command(
        name = "verify",
        description = "Checks every checksum, then every position against its moves; as granary verify does.")
final class ClusterVerifyCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Override
    protected void run() throws IOException {
        Tasks.requireMaster();
        Path directory = databaseOption.directory();
        Listing listing = databaseOption.listing();
        SortedSet<Integer> layers = ClusterCommand.packed(layersOption, listing);
        List<String> errors = new ArrayList<>();
        int proved = layers.first() - 1;
        try (Tasks tasks = new Tasks("verify " + directory)) {
            ClusterVerification verification = new ClusterVerification(tasks, listing);
            for (int layer : layers) {
                for (DatabaseException damage : verification.damages(layer)) {
                    errors.add(damage.getMessage());
                }
                if (errors.isEmpty()
                        && verification.positions(layer, errors) == Verification.Finding.PROVED
                        && layer == proved + 1) {
                    proved = layer;
                }
                out().println("layer " + layer + " of " + layers.last());
                out().flush();
            }
        }
        VerifyReport report = new VerifyReport(false, layers, proved, errors);
        report.throwErrors(err(), directory);
        out().println(report.text());
    }
}
