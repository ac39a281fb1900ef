package granary.histories;

import java.util.List;

/**
 * A directory, and what is done to it.
 *
 * @param directory its name on the disk
 * @param commands make what it is to hold in the end
 * @param others may come in between, and leave what the last of the commands will complete
 * @param source the directory that the commands read, or null
 */
record Place(String directory, List<String> commands, List<String> others, String source) {
    /** Returns the commands for a directory whose name is left open. */
    List<String> commandsAnywhere() {
        return commands.stream().map(this::anywhere).toList();
    }

    /** Returns the commands up to one, or only that if it is none of them, for a directory whose name is left open. */
    List<String> commandsTo(String command) {
        int at = commands.indexOf(command);
        return at < 0 ? List.of(anywhere(command)) : commandsAnywhere().subList(0, at + 1);
    }

    /** Returns a command for a directory whose name is left open. */
    String anywhere(String command) {
        return command.replaceAll("disk://" + directory + "\\b", "disk:///@");
    }
}
