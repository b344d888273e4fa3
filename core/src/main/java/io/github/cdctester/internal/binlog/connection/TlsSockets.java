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

/** Wraps a connected socket in TLS by its {@link SslMode}; TLS 1.2 and 1.3, if the Java runtime allows them. */
final class TlsSockets implements com.github.shyiko.mysql.binlog.network.SSLSocketFactory {

    private final Endpoint endpoint;
    private final SSLContext context;
    private @Nullable SSLSocket made;

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
            made = wrapped;
            return wrapped;
        } catch (IOException e) {
            SocketException failure = new SocketException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** The session that was agreed upon; after the handshake. */
    SSLSession session() {
        if (made == null) {
            throw new IllegalStateException("no handshake yet");
        }
        return made.getSession();
    }

    private static TrustManager @Nullable [] trust(Endpoint endpoint) throws GeneralSecurityException {
        if (endpoint.sslMode().compareTo(SslMode.VERIFY_CA) < 0) {
            return new TrustManager[] {new TrustAny()};
        }
        Path authorities = endpoint.sslCa();
        if (authorities == null) {
            return null; // the Java runtime's own
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(Authorities.read(authorities));
        return factory.getTrustManagers();
    }

    /** PREFERRED and REQUIRED: encrypted, but to whom is not checked. */
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
