package granary.analysis.chexers;

import granary.builder.InvalidRequestException;

/** The searches that the command line offers. */
enum SolverChoice {
    IDA("ida"),
    ASTAR("astar"),
    DATABASE("database");

    private final String id;

    SolverChoice(String id) {
        this.id = id;
    }

    /** Returns the name on the command line. */
    String id() {
        return id;
    }

    /**
     * Returns the choice of a name.
     *
     * @throws InvalidRequestException when there is none
     */
    static SolverChoice of(String id) {
        for (SolverChoice choice : values()) {
            if (choice.id.equals(id)) {
                return choice;
            }
        }
        throw new InvalidRequestException("no solver '" + id + "'; there is ida, astar, database");
    }
}
