package granary.explorer.server;

import granary.explorer.api.Problem;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Tells what the server itself refuses, such as a body over the limit, in the same form as the API's problems. */
final class Problems extends ErrorHandler {
    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request, Response response, int code, String message, Throwable cause, Callback callback) {
        String title = HttpStatus.getMessage(code);
        String detail = switch (code) {
            case HttpStatus.PAYLOAD_TOO_LARGE_413 -> "the body is longer than the limit";
            case HttpStatus.TOO_MANY_REQUESTS_429 -> "too many requests at once; try again in a second";
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> "a fault of the server's, which it has reported";
            default -> title;
        };
        if (code == HttpStatus.INTERNAL_SERVER_ERROR_500 && cause != null) {
            System.err.println("granary: " + request.getHttpURI().getPathQuery() + ": " + cause);
        }
        new Exchange(request, response, callback).send(Problem.of(code, title, detail));
    }
}
