package granary.command.kit;

/** The text of an exception for a person. */
public final class Message {
    private Message() {}

    /** Returns one line. */
    public static String of(Exception e) {
        String message =
                WrongPath.of(e).orElse(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        return message.replaceAll("\\s*\\R\\s*", " ");
    }
}
