package granary.builder.compress;

import granary.builder.sweep.kernel.VectorModule;
import granary.compressed.Model;
import granary.compressed.Network;
import java.util.function.Supplier;

/** Chooses how a model is computed with on this machine. All ways give the same numbers. */
final class Networks {
    private Networks() {}

    /** Returns a factory of networks, one for each thread: on vectors where Java has the module and the processor has them. */
    public static Supplier<Network> of(Model model) {
        return VectorModule.isPresent() ? OnVectors.of(model) : model::network;
    }

    /** A class of its own, so that nothing of the module is loaded where it is not there. */
    private static final class OnVectors {
        static Supplier<Network> of(Model model) {
            if (!VectorNetwork.isPossible(model.units())) {
                return model::network;
            }
            VectorNetwork.Weights weights = new VectorNetwork.Weights(model);
            return () -> new VectorNetwork(weights);
        }
    }
}
