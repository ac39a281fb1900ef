package granary.explorer.server;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The server's counters, in the text format of Prometheus. Safe for use by any number of threads. */
final class Metrics {
    private static final double NANOS = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests = Counter.builder()
            .name("granary_http_requests_total")
            .help("Requests answered.")
            .labelNames("route", "status")
            .register(registry);
    private final Gauge running = Gauge.builder()
            .name("granary_http_requests_running")
            .help("Requests being answered.")
            .register(registry);
    private final Histogram seconds = Histogram.builder()
            .name("granary_http_request_duration_seconds")
            .help("Time from the request's arrival to the end of its answer.")
            .labelNames("route")
            .classicOnly()
            .classicUpperBounds(0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
            .register(registry);

    Metrics() {
        Runtime runtime = Runtime.getRuntime();
        GaugeWithCallback.builder()
                .name("granary_heap_used_bytes")
                .help("Java heap in use; the files are mapped outside of it.")
                .callback(callback -> callback.call(runtime.totalMemory() - runtime.freeMemory()))
                .register(registry);
    }

    void begin() {
        running.inc();
    }

    void end(String route, int status, long nanos) {
        running.dec();
        requests.labelValues(route, Integer.toString(status)).inc();
        seconds.labelValues(route).observe(nanos / NANOS);
    }

    byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
