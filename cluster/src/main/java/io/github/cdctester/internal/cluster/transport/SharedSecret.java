// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The secret of all nodes: a key and its certificate. Both sides of a TLS connection present the same certificate and trust no other.
 * Names and dates in it are ignored: nodes have no certified names, and their clocks may be wrong.
 */
public final class SharedSecret {

    static final String CERTIFICATE = "CERTIFICATE";
    static final String KEY = "PRIVATE KEY";

    private static final char[] NO_PASSWORD = {};

    private final X509Certificate certificate;
    private final PrivateKey key;

    private SharedSecret(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /**
     * Reads a PKCS #8 key and an X.509 certificate, as PEM (RFC 7468).
     *
     * @throws InvalidPlanException if the file cannot be read, or has something else
     */
    public static SharedSecret read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new InvalidPlanException("secretFile", file, "a file that can be read, on all nodes the same");
        }
        try {
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block(text, CERTIFICATE)));
            PrivateKey key = KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(block(text, KEY)));
            if (!fit(key, certificate)) { // or the handshake would fail, and nobody would know why
                throw new IllegalArgumentException("the key is another certificate's");
            }
            return new SharedSecret(certificate, key);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new InvalidPlanException(
                    "secretFile", file, "a file with a key and its certificate as PEM, the same on all nodes");
        }
    }

    private static boolean fit(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        Signature signature = Signature.getInstance(
                algorithm.equals("EC") ? "SHA256withECDSA" : algorithm.equals("RSA") ? "SHA256withRSA" : algorithm);
        byte[] any = {1};
        signature.initSign(key);
        signature.update(any);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(any);
        return signature.verify(signed);
    }

    private static byte[] block(String text, String label) {
        Matcher block = Pattern.compile("-----BEGIN " + label + "-----(.*?)-----END " + label + "-----", Pattern.DOTALL)
                .matcher(text);
        if (!block.find()) {
            throw new IllegalArgumentException("no " + label);
        }
        return Base64.getMimeDecoder().decode(block.group(1));
    }

    KeyManager[] keys() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("node", key, NO_PASSWORD, new X509Certificate[] {certificate});
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory cannot be made", e);
        }
    }

    SSLSocketFactory sockets() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(), trusted(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e); // which every one has
        }
    }

    TrustManager[] trusted() {
        return new TrustManager[] {new PinnedCertificate(certificate)};
    }

    @Override
    public String toString() {
        return "SharedSecret[…]";
    }

    /** Trusts one certificate: the one that this side has too. */
    private static final class PinnedCertificate extends X509ExtendedTrustManager {

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
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, peer(socket));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, peer(socket));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, "the other side");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
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
}
