// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The key for TLS, with a certificate that signs itself: made when the first consumer asks, for those who verify nothing. Thread-safe. */
final class ServerKey {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final long DAY_SECONDS = 86_400;
    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");

    private @Nullable SSLContext context;

    private static SSLContext context(KeyStore store) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Goes on in TLS on a connection whose client is about to begin with it. */
    SSLSocket secure(Socket socket) throws IOException {
        SSLSocket secured = (SSLSocket) context().getSocketFactory().createSocket(socket, null, true);
        try {
            secured.startHandshake();
        } catch (SSLException e) {
            throw new IOException("the TLS handshake was broken off (" + e.getMessage() + ")", e);
        }
        return secured;
    }

    private synchronized SSLContext context() throws IOException {
        SSLContext known = context;
        if (known == null) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(256);
                KeyPair pair = generator.generateKeyPair();
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, PASSWORD);
                Certificate certificate = CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(ownCertificate(pair)));
                store.setKeyEntry("server", pair.getPrivate(), PASSWORD, new Certificate[] {certificate});
                known = context(store);
                context = known;
            } catch (GeneralSecurityException e) {
                throw new IOException("no key for TLS could be made: " + e.getMessage(), e);
            }
        }
        return known;
    }

    /** An X.509 certificate that signs itself, in DER: no class of the JDK's API makes one. */
    private static byte[] ownCertificate(KeyPair pair) throws GeneralSecurityException {
        byte[] names = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, text(0x0C, "cdc-tester play"))));
        Instant now = Instant.now();
        byte[] from = text(0x17, TIME.format(now.minusSeconds(DAY_SECONDS)));
        byte[] to = text(0x17, TIME.format(now.plusSeconds(365 * DAY_SECONDS)));
        byte[] version = der(0xA0, der(INTEGER, new byte[] {2}));
        byte[] serial = der(INTEGER, new byte[] {1});
        byte[] key = pair.getPublic().getEncoded();
        byte[] body = der(SEQUENCE, version, serial, ECDSA_WITH_SHA256, names, der(SEQUENCE, from, to), names, key);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(body);
        return der(SEQUENCE, body, ECDSA_WITH_SHA256, der(0x03, new byte[1], signature.sign()));
    }

    private static byte[] text(int tag, String text) {
        return der(tag, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (length > 0xFF) {
            element.writeBytes(new byte[] {(byte) 0x82, (byte) (length >> 8)});
        } else if (length > 0x7F) {
            element.write(0x81);
        }
        element.write(length);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
