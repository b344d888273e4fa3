// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import java.net.InetAddress;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts one certificate: the one that this side has too. */
final class PinnedCertificate extends X509ExtendedTrustManager {

    private final X509Certificate own;

    PinnedCertificate(X509Certificate own) {
        this.own = own;
    }

    private void check(X509Certificate[] chain, String who) throws CertificateException {
        if (chain.length == 0 || !own.equals(chain[0])) {
            throw new CertificateException(who + " has another secret");
        }
    }

    private static String peer(Socket socket) {
        InetAddress address = socket.getInetAddress();
        return address == null ? "the other side" : address.getHostAddress();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, peer(socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, peer(socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, "the other side");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, "the other side");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, "the other side");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, "the other side");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {own};
    }
}
