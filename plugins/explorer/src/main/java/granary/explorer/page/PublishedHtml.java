package granary.explorer.page;

import java.nio.charset.StandardCharsets;

/** The pages in HTML as they are published: with relative addresses, without the API, and with what a server's page does not need. */
final class PublishedHtml {
    /** Returns the explorer. */
    byte[] index() {
        StringBuilder head = new StringBuilder();
        for (String name : PageFiles.published()) {
            if (name.endsWith(".js") && !name.equals("rules.js") && !name.equals("published/file.js")) {
                head.append("<link rel=\"modulepreload\" href=\"assets/")
                        .append(name)
                        .append("\">\n");
            }
        }
        head.append("<script defer src=\"assets/published/file.js\"></script>\n</head>");
        String html = relative("index.html");
        html = replaced(html, "</head>", head.toString());
        html = replaced(html, "    <a href=\"/api\">API</a>\n", "");
        html = replaced(html, "Programs use the <a href=\"/api/v1/openapi.json\">API</a>; the", "The");
        return html.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the rules. */
    byte[] rules() {
        String html = relative("rules.html");
        html = replaced(html, "href=\"/\"", "href=\"./\"");
        return html.getBytes(StandardCharsets.UTF_8);
    }

    private static String relative(String name) {
        String html = new String(PageFiles.read(name), StandardCharsets.UTF_8);
        html = replaced(html, "\"/assets/", "\"assets/");
        return replaced(html, "\"/rules/", "\"rules.html?game=");
    }

    private static String replaced(String html, String part, String other) {
        if (!html.contains(part)) {
            throw new IllegalStateException("the page lacks " + part);
        }
        return html.replace(part, other);
    }
}
