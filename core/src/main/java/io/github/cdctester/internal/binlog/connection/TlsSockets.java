// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Authorities;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a connected socket in TLS according to the {@link SslMode}. Uses TLS 1.2 or 1.3, as allowed by the Java
 * runtime.
 */
final class TlsSockets implements com.github.shyiko.mysql.binlog.network.SSLSocketFactory {

    private final Endpoint endpoint;
    private final SSLContext context;
    private @Nullable SSLSocket tlsSocket;

    TlsSockets(Endpoint endpoint) {
        this.endpoint = endpoint;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(null, trust(endpoint), null);
        } catch (GeneralSecurityException e) {
            throw new RunFailedException("TLS to " + endpoint.address() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public SSLSocket createSocket(Socket socket) throws SocketException {
        try {
            SSLSocket wrapped =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, endpoint.host(), endpoint.port(), true);
            if (endpoint.sslMode() == SslMode.VERIFY_IDENTITY) {
                SSLParameters parameters = wrapped.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                wrapped.setSSLParameters(parameters);
            }
            tlsSocket = wrapped;
            return wrapped;
        } catch (IOException e) {
            SocketException failure = new SocketException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** Returns the negotiated session. Call it after the handshake. */
    SSLSession session() {
        if (tlsSocket == null) {
            throw new IllegalStateException("no handshake yet");
        }
        return tlsSocket.getSession();
    }

    private static TrustManager @Nullable [] trust(Endpoint endpoint) throws GeneralSecurityException {
        if (endpoint.sslMode().compareTo(SslMode.VERIFY_CA) < 0) {
            return new TrustManager[] {new TrustAny()};
        }
        Path authorities = endpoint.sslCa();
        if (authorities == null) {
            return null; // null selects the Java runtime's own authorities
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(Authorities.read(authorities));
        return factory.getTrustManagers();
    }

    /** For PREFERRED and REQUIRED: encrypts without checking the server's identity. */
    private static final class TrustAny implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // this side is the client
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // this mode accepts any certificate
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
