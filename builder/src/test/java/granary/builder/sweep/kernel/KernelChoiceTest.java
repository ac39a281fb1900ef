package granary.builder.sweep.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelChoiceTest {
    private static final long LARGE = 1L << 40;

    @ParameterizedTest
    @EnumSource(Kernels.class)
    void namedKernelsSolveEveryLayer(Kernels kernels) {
        KernelChoice choice = KernelChoice.of(kernels.id());
        assertSame(kernels, choice.kernels(1));
        assertSame(kernels, choice.kernels(LARGE));
        assertTrue(choice.description().startsWith(kernels.description() + " (chosen)"), choice.description());
    }

    @Test
    void smallLayersAreSolvedWithoutVectorsAndLargeOnesByTheFastest() {
        KernelChoice choice = KernelChoice.of("auto");
        assertSame(Kernels.SCALAR, choice.kernels(1));
        assertSame(KernelChoice.fastest(), choice.kernels(LARGE));
        assertTrue(choice.description().startsWith(KernelChoice.fastest().description() + " (measured"));
    }

    @Test
    void onlyBuildThatGetsLargeUsesVectorsForItsSmallLayers() {
        KernelChoice choice = KernelChoice.automatic();
        choice.prepare(1_999_999);
        assertSame(Kernels.SCALAR, choice.kernels(1_999_999));
        choice.prepare(2_000_000);
        assertSame(Kernels.SCALAR, choice.kernels(29_999));
        assertSame(KernelChoice.fastest(), choice.kernels(30_000));
    }

    @Test
    void unknownNameListsTheKernels() {
        InvalidRequestException e = assertThrows(InvalidRequestException.class, () -> KernelChoice.of("1024"));
        assertEquals("no kernels '1024'; there is auto, scalar, 128, 256, 512", e.getMessage());
    }

    /** The tests' own Java was started without it. */
    @Test
    void theVectorModuleIsLoadedWhenItIsNeeded() {
        assertFalse(ModuleLayer.boot().findModule(VectorModule.NAME).isPresent());
        assertTrue(VectorModule.isPresent());
        assertFalse(KernelChoice.lacksModule(LARGE));
    }
}
