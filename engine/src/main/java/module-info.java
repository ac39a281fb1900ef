/** An oware engine on top of Granary's databases. Begin with {@link granary.engine.Engine}. */
module granary.engine {
    requires transitive granary.reader;

    exports granary.engine;
}
