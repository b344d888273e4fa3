// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Authorities;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Creates the client side of TLS for an {@link SslMode}: TLS 1.2 or 1.3, as allowed by the Java runtime. */
final class TlsEngines {

    private TlsEngines() {}

    static SSLEngine client(Endpoint endpoint) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trustManagers(endpoint), null);
            SSLEngine engine = context.createSSLEngine(endpoint.host(), endpoint.port());
            engine.setUseClientMode(true);
            if (endpoint.sslMode() == SslMode.VERIFY_IDENTITY) {
                SSLParameters parameters = engine.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                engine.setSSLParameters(parameters);
            }
            return engine;
        } catch (GeneralSecurityException e) {
            throw new RunFailedException("TLS to " + endpoint.address() + ": " + e.getMessage(), e);
        }
    }

    private static TrustManager @Nullable [] trustManagers(Endpoint endpoint) throws GeneralSecurityException {
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

    /** Does not check the server's identity; for PREFERRED and REQUIRED. */
    private static final class TrustAny implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // this side is the client
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // accepts any certificate
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
