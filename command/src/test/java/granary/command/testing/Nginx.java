package granary.command.testing;

import static org.junit.jupiter.api.Assertions.fail;

import granary.testing.Tools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The web server nginx on a directory. If it is not installed, tests are skipped, unless {@code -Dgranary.tools=required} says that
 * they must not be.
 */
public final class Nginx implements AutoCloseable {

    private final Path work;
    private final int port;
    private final boolean isSecure;
    private Process process;

    /**
     * Starts the server.
     *
     * @param work an empty directory for its own files
     * @param site what it offers
     * @param http directives for all servers
     * @param location directives for the directory
     * @param certificate the path of a certificate in PEM whose key lies next to it as {@code key.pem}; null to speak without encryption
     */
    public Nginx(Path work, Path site, String http, String location, Path certificate)
            throws IOException, InterruptedException {
        this.work = work;
        this.isSecure = certificate != null;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        String listen = isSecure
                ? "listen 127.0.0.1:%d ssl http2; ssl_certificate %s; ssl_certificate_key %s;"
                        .formatted(port, certificate, certificate.resolveSibling("key.pem"))
                : "listen 127.0.0.1:%d;".formatted(port);
        Files.writeString(work.resolve("nginx.conf"), """
                daemon off;
                user root;
                worker_processes 1;
                pid %1$s/pid;
                events { worker_connections 512; }
                http {
                    types { text/html html; text/css css; text/javascript js; image/svg+xml svg; application/json json; }
                    default_type application/octet-stream;
                    log_format short "$server_protocol $status $request_method $uri $http_range";
                    access_log %1$s/access.log short;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    %2$s
                    server {
                        %3$s
                        location /awari/ {
                            alias %4$s/;
                            %5$s
                        }
                    }
                }
                """.formatted(work, http, listen, site, location));
        start();
    }

    /** Starts the server again, at the same address. */
    public void start() throws IOException, InterruptedException {
        Path bound = work.resolve("pid"); // which it writes once it has the port
        Files.deleteIfExists(bound);
        process = new ProcessBuilder(
                        program().toString(),
                        "-e",
                        work.resolve("error.log").toString(),
                        "-p",
                        work.toString(),
                        "-c",
                        work.resolve("nginx.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("output.log").toFile())
                .start();
        while (process.isAlive()) {
            if (Files.exists(bound)) {
                return;
            }
            Thread.sleep(25);
        }
        fail(Files.readString(work.resolve("output.log")) + Files.readString(work.resolve("error.log")));
    }

    private static Path program() {
        Optional<Path> program = Tools.onPath("nginx").findFirst();
        Tools.require(program.isPresent(), "nginx is not on the path; Debian has it in /usr/sbin");
        return program.orElseThrow();
    }

    /** Kills the server and its workers. */
    public void kill() {
        try (Stream<ProcessHandle> workers = process.descendants()) {
            List<ProcessHandle> all = workers.toList();
            process.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
        process.onExit().join();
    }

    /** Returns the site's address. */
    public URI uri() {
        return URI.create((isSecure ? "https" : "http") + "://127.0.0.1:" + port + "/awari/");
    }

    /** Returns a line for each request so far: protocol, status, method, path, range. */
    public List<String> log() throws IOException {
        return Files.readAllLines(work.resolve("access.log"));
    }

    @Override
    public void close() {
        kill();
    }
}
