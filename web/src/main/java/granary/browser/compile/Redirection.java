package granary.browser.compile;

import granary.browser.missing.Methods;
import java.util.ArrayList;
import java.util.List;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.ClassReader;
import org.teavm.model.ClassReaderSource;
import org.teavm.model.Instruction;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReference;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.instructions.InvocationType;
import org.teavm.model.instructions.InvokeInstruction;
import org.teavm.vm.spi.TeaVMHost;
import org.teavm.vm.spi.TeaVMPlugin;

/** Has reader and engine call {@link Methods} instead of the methods that these stand in for. */
public final class Redirection implements TeaVMPlugin, ClassHolderTransformer {
    @Override
    public void install(TeaVMHost host) {
        host.add(this);
    }

    @Override
    public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
        if (!type.getName().startsWith("granary.") || type.getName().startsWith(Substitution.MISSING)) {
            return;
        }
        ClassReaderSource classes = context.getHierarchy().getClassSource();
        for (MethodHolder method : type.getMethods()) {
            if (method.getProgram() != null) {
                for (BasicBlock block : method.getProgram().getBasicBlocks()) {
                    block.forEach(instruction -> redirect(instruction, classes));
                }
            }
        }
    }

    private static void redirect(Instruction instruction, ClassReaderSource classes) {
        if (!(instruction instanceof InvokeInstruction call)) {
            return;
        }
        MethodReference called = call.getMethod();
        String simpleName =
                called.getClassName().substring(called.getClassName().lastIndexOf('.') + 1);
        ClassReader other = classes.get(Methods.class.getName() + "$Of" + simpleName);
        if (other == null) {
            return;
        }
        List<ValueType> types = new ArrayList<>(List.of(called.getSignature()));
        List<Variable> arguments = new ArrayList<>(call.getArguments());
        if (call.getInstance() != null) {
            types.add(0, ValueType.object(called.getClassName()));
            arguments.add(0, call.getInstance());
        }
        MethodReference to = new MethodReference(other.getName(), called.getName(), types.toArray(new ValueType[0]));
        if (other.getMethod(to.getDescriptor()) != null) {
            call.setType(InvocationType.SPECIAL);
            call.setInstance(null);
            call.setArguments(arguments.toArray(new Variable[0]));
            call.setMethod(to);
        }
    }
}
