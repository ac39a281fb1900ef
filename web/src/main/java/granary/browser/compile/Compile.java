package granary.browser.compile;

import granary.awari.Awari;
import granary.browser.BrowserEngine;
import granary.engine.Engine;
import granary.format.FileDigest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;
import org.teavm.vm.TeaVMOptimizationLevel;

/**
 * Makes the folder {@code granary-browser} of reader, engine and the scripts of this module. The same classes make the same bytes. Where
 * no class has changed since the last time, the WebAssembly stays.
 */
public final class Compile {
    private static final String ENGINE = "engine.wasm";
    private static final String RUNTIME = "org/teavm/backend/wasm/wasm-gc-module-runtime.min.js";

    private Compile() {}

    /** Takes the directory of the scripts, the folder to make, and a directory for what is needed on the way. */
    public static void main(String[] words) throws Exception {
        Path scripts = Path.of(words[0]);
        Path folder = Files.createDirectories(Path.of(words[1]));
        Path work = Files.createDirectories(Path.of(words[2]));
        Path stamp = work.resolve("inputs.sha256");
        String inputs = inputs();
        Path engine = folder.resolve(ENGINE);
        if (!Files.exists(engine)
                || !Files.exists(stamp)
                || !Files.readString(stamp).equals(inputs)) {
            Files.deleteIfExists(stamp);
            compile(folder);
            Files.writeString(stamp, inputs);
        }
        for (String name : List.of("obstacle.js", "whole.js", "worker.js")) {
            Files.write(folder.resolve(name), Files.readAllBytes(scripts.resolve(name)));
        }
        Files.write(folder.resolve("runtime.js"), resource(RUNTIME));
        String script = Files.readString(scripts.resolve("engine.js"));
        for (String name : List.of(ENGINE, "runtime.js", "worker.js")) {
            byte[] digest = FileDigest.sha256().digest(Files.readAllBytes(folder.resolve(name)));
            script = script.replace(
                    "@" + name + "@", "sha256-" + Base64.getEncoder().encodeToString(digest));
        }
        Files.writeString(folder.resolve("engine.js"), script);
    }

    /** Returns the digest of all classes and resources that the result depends on, in directories or in jars, which are reproducible. */
    private static String inputs() throws IOException, URISyntaxException {
        MessageDigest sha = FileDigest.sha256();
        for (Class<?> one : List.of(BrowserEngine.class, Awari.class, Engine.class, TeaVMTool.class)) {
            Path place = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path own = place.resolve("granary/browser"); // this module has other classes
            try (Stream<Path> files = Files.walk(Files.isDirectory(own) ? own : place)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    sha.update(Files.readAllBytes(file));
                }
            }
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Compile.class.getClassLoader().getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private static void compile(Path folder) throws IOException, TeaVMToolException {
        TeaVMTool tool = new TeaVMTool();
        tool.setClassLoader(new Translated());
        tool.setTargetType(TeaVMTargetType.WEBASSEMBLY_GC);
        tool.setTargetDirectory(folder.toFile());
        tool.setTargetFileName(ENGINE);
        tool.setMainClass(BrowserEngine.class.getName());
        tool.setObfuscated(true);
        tool.setStrict(true); // checks the bounds of arrays: Colex relies on it
        tool.setOptimizationLevel(TeaVMOptimizationLevel.FULL);
        tool.setLog(new EmptyTeaVMToolLog());
        tool.generate();
        if (!tool.getProblemProvider().getSevereProblems().isEmpty()) {
            Files.deleteIfExists(folder.resolve(ENGINE));
            TeaVMProblemRenderer.describeProblems(
                    tool.getDependencyInfo().getCallGraph(), tool.getProblemProvider(), new ConsoleTeaVMToolLog(false));
            throw new IllegalStateException("TeaVM cannot translate what it names above");
        }
    }

    /** The classes to translate. The engine plays awari alone: it finds the reader's services, and neither other games nor addresses. */
    private static final class Translated extends ClassLoader {
        Translated() {
            super(Compile.class.getClassLoader());
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (!name.startsWith("META-INF/services/granary.")) {
                return super.getResources(name);
            }
            String reader = Awari.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString();
            return Collections.enumeration(Collections.list(super.getResources(name)).stream()
                    .filter(url -> url.toString().contains(reader))
                    .toList());
        }
    }
}
