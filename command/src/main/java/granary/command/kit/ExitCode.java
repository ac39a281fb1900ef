package granary.command.kit;

import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.error.MissingLayerException;
import granary.error.UnsupportedDatabaseException;
import java.nio.file.NoSuchFileException;

/** The exit codes of the process, the same for every command. docs/commands.md holds this table too. */
public enum ExitCode {
    /** The command did what was asked. */
    SUCCESS(0, "success"),
    /** The request is valid, but the files or the machine do not allow it. */
    FAILURE(1, "a file is damaged or unreadable, a check failed, or memory or disk did not suffice"),
    /** The same request can never succeed. */
    INVALID_REQUEST(2, "invalid request"),
    /** A puzzle that cannot be solved. */
    NO_SOLUTION(3, "no solution (chexers solve)"),
    /** 128 + SIGINT, by the convention of shells. */
    INTERRUPTED(130, "interrupted by Ctrl-C"),
    /** 128 + SIGPIPE, by the convention of shells. */
    CLOSED_PIPE(141, "the reader of the output closed the pipe");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    /** Returns the process's exit code. */
    public int number() {
        return number;
    }

    /** Returns the meaning in words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the exit code of a command that ended with an exception. */
    public static ExitCode of(Exception exception) {
        if (exception instanceof OperationInterruptedException) {
            return INTERRUPTED;
        }
        if (exception instanceof OutputException e) {
            return e.isClosedPipe() ? CLOSED_PIPE : FAILURE;
        }
        boolean isGone = exception.getCause() instanceof NoSuchFileException;
        boolean invalid = exception instanceof InvalidRequestException
                || exception instanceof MissingLayerException && !isGone
                || exception instanceof UnsupportedDatabaseException
                        && isGone // the user named a place without a database
                || Message.ofWrongPath(exception).isPresent();
        return invalid ? INVALID_REQUEST : FAILURE;
    }
}
