package granary.explorer.server;

import granary.error.DatabaseException;
import granary.explorer.api.Answer;
import granary.explorer.api.Api;
import granary.explorer.api.Problem;
import granary.explorer.api.Route;
import granary.explorer.api.ServedDatabase;
import granary.explorer.page.PageFiles;
import granary.format.FileDigest;
import granary.format.Manifest;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;

/** The addresses of the server: the page, the API, health and metrics. */
final class Site extends Handler.Abstract {
    /** The attribute of a request that names its route for the metrics. */
    static final String ROUTE = "granary.route";

    private static final String API = "/api/v1/";
    private static final String DATABASES = "databases";
    /** The page runs no script and asks no host but its own. */
    private static final String POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Api api;
    private final Metrics metrics;
    /** The files of the page, read from the jar once. A path of a request is only ever looked up in this list. */
    private final Map<String, Asset> assets = new HashMap<>();

    private final Downloads downloads = new Downloads();

    Site(Api api, Metrics metrics) {
        this.api = api;
        this.metrics = metrics;
        for (String name : PageFiles.served()) {
            String type = PageFiles.mediaType(name);
            String sent =
                    type == null ? "application/wasm" : type.startsWith("text/") ? type + "; charset=utf-8" : type;
            byte[] body = PageFiles.read(name);
            assets.put(name, new Asset(sent, body, Exchange.tag(body)));
        }
    }

    /** A file of the page as it is sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Asset(String type, byte[] body, String tag) {}

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new Exchange(request, response, callback);
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        String path = request.getHttpURI().getCanonicalPath();
        try {
            route(exchange, path);
        } catch (Problem problem) {
            String wanted = request.getHeaders().get(HttpHeader.ACCEPT);
            boolean isForPeople = wanted != null && wanted.contains("text/html") && !path.startsWith(API);
            if (problem.status() == HttpStatus.NOT_FOUND_404 && isForPeople) {
                Asset page = assets.get("404.html");
                exchange.send(HttpStatus.NOT_FOUND_404, page.type(), page.body());
            } else {
                exchange.send(problem);
            }
        }
        return true;
    }

    private void route(Exchange exchange, String path) {
        if (path.startsWith(API)) {
            exchange.header(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
            List<String> segments = segments(path.substring(API.length()));
            if (segments.get(0).equals(DATABASES)) {
                api(exchange, segments.subList(1, segments.size()));
                return;
            }
        }
        name(exchange, "page");
        requireGet(exchange);
        if (path.equals("/health")) {
            exchange.header(HttpHeader.CACHE_CONTROL, "no-store");
            exchange.send(HttpStatus.OK_200, Exchange.JSON, Exchange.json(Map.of("status", "ok")));
        } else if (path.equals("/metrics")) {
            exchange.send(HttpStatus.OK_200, PrometheusTextFormatWriter.CONTENT_TYPE, metrics.text());
        } else if (path.equals(API + "openapi.json")) {
            asset(exchange, "openapi.json");
        } else if (path.equals("/") || path.startsWith("/explore/")) {
            html(exchange, "index.html");
        } else if (path.equals("/rules") || path.startsWith("/rules/")) {
            html(exchange, "rules.html");
        } else if (path.equals("/api") || path.equals("/api/")) {
            html(exchange, "api.html");
        } else if (path.equals("/favicon.ico")) {
            asset(exchange, "icon.svg");
        } else if (path.startsWith("/assets/")) {
            asset(exchange, path.substring("/assets/".length()));
        } else {
            throw Problem.notFound(
                    "nothing here; the page is at /, the API is described at /api and in " + API + "openapi.json");
        }
    }

    /** Returns the segments of a path; a slash at its end is ignored. */
    private static List<String> segments(String path) {
        String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return Arrays.asList(plain.split("/", -1));
    }

    private void html(Exchange exchange, String name) {
        exchange.response().getHeaders().put("Content-Security-Policy", POLICY);
        exchange.response().getHeaders().put("Referrer-Policy", "no-referrer");
        asset(exchange, name);
    }

    private void asset(Exchange exchange, String name) {
        Asset asset = assets.get(name);
        if (asset == null) {
            throw Problem.notFound("no such file");
        }
        exchange.header(HttpHeader.CACHE_CONTROL, "no-cache");
        exchange.sendTagged(asset.type(), asset.body(), asset.tag());
    }

    private void api(Exchange exchange, List<String> path) {
        String method = exchange.request().getMethod();
        Route route = Route.of(HttpMethod.HEAD.is(method) ? "GET" : method, path);
        name(exchange, route.word());
        Map<String, String> query = query(exchange.request());
        if (route == Route.FILE) {
            exchange.header(HttpHeader.CACHE_CONTROL, caching(Answer.Lasts.WITH_THE_FILES, path, query.get("v")));
            file(exchange, api.database(path.get(0)), path.get(2));
            return;
        }
        if (!route.hasBody()) {
            answer(exchange, route, path, query, new byte[0]);
            return;
        }
        requireJson(exchange.request());
        Content.Source.asByteArrayAsync(exchange.request(), Api.MAX_BODY, new Promise.Invocable<>() {
            @Override
            public void succeeded(byte[] body) {
                answer(exchange, route, path, query, body);
            }

            @Override
            public void failed(Throwable failure) {
                if (failure instanceof HttpException) {
                    Response.writeError(exchange.request(), exchange.response(), exchange.callback(), failure);
                } else { // such as of a compressed body
                    exchange.send(
                            failure instanceof IllegalStateException
                                    ? Problem.tooLarge("the body is longer than the limit")
                                    : Problem.badRequest("the body cannot be read"));
                }
            }
        });
    }

    private void file(Exchange exchange, ServedDatabase served, String name) {
        if (name.equals(Manifest.FILE_NAME)) {
            byte[] manifest = served.manifest();
            exchange.sendTagged(Downloads.TYPE, manifest, FileDigest.of(manifest));
        } else {
            downloads.send(exchange, served.file(name));
        }
    }

    private void answer(Exchange exchange, Route route, List<String> path, Map<String, String> query, byte[] body) {
        try {
            EndPoint client =
                    exchange.request().getConnectionMetaData().getConnection().getEndPoint();
            Answer answer = api.answer(route, path, query, body, client::isOpen);
            byte[] json = Exchange.json(answer.json());
            if (answer.lasts() == Answer.Lasts.NOT) {
                exchange.header(HttpHeader.CACHE_CONTROL, "no-store");
                exchange.send(HttpStatus.OK_200, Exchange.JSON, json);
            } else {
                exchange.header(HttpHeader.CACHE_CONTROL, caching(answer.lasts(), path, query.get("v")));
                exchange.sendTagged(Exchange.JSON, json, Exchange.tag(json));
            }
        } catch (Problem problem) {
            exchange.send(problem);
        } catch (DatabaseException | IllegalStateException e) {
            exchange.send(Problem.failure(e));
        }
    }

    /**
     * Returns the time for which an answer may be cached: a year when the request names the fingerprint; otherwise for an hour, because
     * other files may be served at the same address later.
     */
    private String caching(Answer.Lasts lasts, List<String> path, String version) {
        if (lasts == Answer.Lasts.UNTIL_RESTART) {
            return "no-cache";
        }
        if (version == null) {
            return "public, max-age=3600";
        }
        return version.equals(api.database(path.get(0)).fingerprint())
                ? "public, max-age=31536000, immutable"
                : "no-cache";
    }

    private static Map<String, String> query(Request request) {
        Map<String, String> query = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            query.put(field.getName(), field.getValue());
        }
        return query;
    }

    private static void requireJson(Request request) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type == null || !HttpField.stripParameters(type).equalsIgnoreCase(Exchange.JSON)) {
            throw Problem.wrongType("JSON, with the header Content-Type: " + Exchange.JSON);
        }
    }

    private static void name(Exchange exchange, String route) {
        exchange.request().setAttribute(ROUTE, route);
    }

    private static void requireGet(Exchange exchange) {
        String method = exchange.request().getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw Problem.wrongMethod("GET");
        }
    }
}
