package granary.command.kit;

/** Turns an exception into a message for the user. */
public final class Message {
    private Message() {}

    /** Returns the message in one line. */
    public static String of(Exception e) {
        String message =
                WrongPath.of(e).orElse(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        return message.replaceAll("\\s*\\R\\s*", " ");
    }
}
