// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.http;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Access rules of a server. The Host of a request must be a name of this machine and its Origin, if any, the same: so a page of
 * another site, whose name resolves to this machine, gets nothing. Connections are capped, and slow requests are closed.
 */
public final class HttpRules extends Authenticator {

    /** Open connections of a server; further ones are closed at once. */
    private static final int MAX_CONNECTIONS = 64;

    /** For all of a request, with its body. */
    private static final int REQUEST_SECONDS = 10;

    private static final int MISDIRECTED = 421;

    static {
        // Java reads them once, when the first server is made
        System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", String.valueOf(REQUEST_SECONDS));
        System.getProperties().putIfAbsent("jdk.httpserver.maxConnections", String.valueOf(MAX_CONNECTIONS));
    }

    private final boolean anyPort;
    private final String given;
    private final Set<String> loopback;

    /** A refusal: the status, and why. */
    public record Refusal(int status, String why) {}

    /** Creates the rules of a server at an address; beyond loopback its host and all names that no page from elsewhere can have are right. */
    public HttpRules(InetSocketAddress address) {
        int port = address.getPort();
        anyPort = !address.getAddress().isLoopbackAddress();
        given = address.getHostString().toLowerCase(Locale.ROOT);
        loopback = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    /** Makes a server, whose limits are those above. */
    public static HttpServer server(InetSocketAddress address, int backlog) throws IOException {
        return HttpServer.create(address, backlog);
    }

    /** The reason why a request is refused; empty if it is not. */
    public Optional<Refusal> refusal(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        if (host == null || !isOurs(host.toLowerCase(Locale.ROOT))) {
            return Optional.of(new Refusal(
                    MISDIRECTED, "this address is for programs on this machine, as 127.0.0.1 or localhost"));
        }
        return origin != null && !origin.equalsIgnoreCase("http://" + host)
                ? Optional.of(new Refusal(HttpURLConnection.HTTP_FORBIDDEN, "not for other pages"))
                : Optional.empty();
    }

    private boolean isOurs(String host) {
        String name = host.replaceFirst(":\\d*$", "");
        boolean isAddress = name.matches("\\[[0-9a-f:.%]+]|\\d{1,3}(\\.\\d{1,3}){3}");
        return loopback.contains(host) || anyPort && (isAddress || name.indexOf('.') < 0 || name.equals(given));
    }

    @Override
    public Result authenticate(HttpExchange exchange) {
        return refusal(exchange)
                .<Result>map(refusal -> new Failure(refusal.status()))
                .orElseGet(() -> new Success(new HttpPrincipal("anybody", "here")));
    }
}
