package granary.command;

import granary.builder.testing.disk.DiskAddresses;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.command.kit.Subcommand;
import granary.command.option.PathWord;
import granary.testing.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Runs commands in processes of a simulated disk, whose files are named such as {@code disk:///db}. One thread uses it. */
public final class DiskShell {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final PrintWriter outWriter = new PrintWriter(out);
    private final PrintWriter errWriter = new PrintWriter(err);
    private final CommandLine line;

    /** Makes a shell that also has commands of other modules, by name. */
    public DiskShell(Map<String, Supplier<Subcommand>> more) {
        line = Granary.line(more, outWriter, errWriter)
                .registerConverter(
                        Path.class,
                        word -> DiskAddresses.names(word) ? DiskAddresses.path(word) : PathWord.local(word));
    }

    /** Runs a command in a process without a fault, which ends with it. */
    public Outcome run(FaultyDisk disk, String command) {
        DiskProcess process = disk.start(Fault.NONE);
        try {
            return run(process, command.split(" "));
        } finally {
            process.end();
        }
    }

    /** Runs a command. A process that is stopped throws {@link granary.builder.testing.disk.ProcessStopped}. */
    public Outcome run(DiskProcess process, String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        DiskAddresses.run(process);
        int code = line.execute(words);
        outWriter.flush();
        errWriter.flush();
        return new Outcome(code, out.toString(), err.toString());
    }
}
