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
 * Access rules and limits of an HTTP server. The {@code Host} header of a request must name this machine. The {@code Origin} header, if
 * present, must name the same host. This blocks web pages of another site whose name resolves to this machine (DNS rebinding).
 */
public final class HttpRules extends Authenticator {

    /** Further connections are closed at once. */
    private static final int MAX_CONNECTIONS = 64;

    /** Time limit of a request with its body. */
    private static final int REQUEST_SECONDS = 10;

    private static final int HTTP_MISDIRECTED = 421;

    static {
        // Java reads these properties once, when the first server is created
        System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", String.valueOf(REQUEST_SECONDS));
        System.getProperties().putIfAbsent("jdk.httpserver.maxConnections", String.valueOf(MAX_CONNECTIONS));
    }

    private final boolean allowsAnyPort;
    private final String ownHost;
    private final Set<String> loopback;

    public record Refusal(int status, String reason) {}

    /**
     * On loopback, only loopback names are accepted. On other addresses, the address's host, IP addresses and names without a dot are also
     * accepted. A web page of another site cannot have such a host.
     */
    public HttpRules(InetSocketAddress address) {
        int port = address.getPort();
        allowsAnyPort = !address.getAddress().isLoopbackAddress();
        ownHost = address.getHostString().toLowerCase(Locale.ROOT);
        loopback = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }

    public static HttpServer server(InetSocketAddress address, int backlog) throws IOException {
        return HttpServer.create(address, backlog);
    }

    /** Returns empty if the request is accepted. */
    public Optional<Refusal> refusal(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        if (host == null || !isAccepted(host.toLowerCase(Locale.ROOT))) {
            return Optional.of(new Refusal(
                    HTTP_MISDIRECTED, "this address is for programs on this machine, as 127.0.0.1 or localhost"));
        }
        return origin != null && !origin.equalsIgnoreCase("http://" + host)
                ? Optional.of(new Refusal(HttpURLConnection.HTTP_FORBIDDEN, "not for other pages"))
                : Optional.empty();
    }

    private boolean isAccepted(String host) {
        String name = host.replaceFirst(":\\d*$", "");
        boolean isAddress = name.matches("\\[[0-9a-f:.%]+]|\\d{1,3}(\\.\\d{1,3}){3}");
        return loopback.contains(host) || allowsAnyPort && (isAddress || name.indexOf('.') < 0 || name.equals(ownHost));
    }

    @Override
    public Result authenticate(HttpExchange exchange) {
        return refusal(exchange)
                .<Result>map(refusal -> new Failure(refusal.status()))
                .orElseGet(() -> new Success(new HttpPrincipal("anybody", "here")));
    }
}
