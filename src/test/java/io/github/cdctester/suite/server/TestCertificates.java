// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The suite's certificate authority and the certificates that it signs. */
public final class TestCertificates {

    private static final String STORE_PASSWORD = "changeit";

    private static final List<String> EC = List.of("-keyalg", "EC", "-groupname", "secp256r1");
    private static final List<String> RSA = List.of("-keyalg", "RSA", "-keysize", "2048");

    /** The store needs no protection. */
    private static final List<String> FAST_OPTIONS = List.of(
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
            "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
            "-J-Dkeystore.pkcs12.macIterationCount=1");

    /** A server's certificate and key, in PEM. */
    public record Server(Path certificate, Path key) {}

    private final Path directory;
    private final Path store;
    private final String name;

    private TestCertificates(Path directory, String name) {
        this.directory = directory;
        this.name = name;
        store = directory.resolve(name + ".p12");
    }

    public static TestCertificates newAuthority(Path directory, String name) {
        TestCertificates authority = new TestCertificates(directory, name);
        authority.keytool("ca", EC, List.of("-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign"));
        return authority;
    }

    /** The file is for {@code --ssl-ca}. */
    public Path certificateFile() {
        return write(name + "-ca.pem", "CERTIFICATE", certificate("ca"));
    }

    /**
     * Uses an EC key: creating an RSA key takes four times as long.
     *
     * @param alias base name of the files
     * @param names subject alternative names, such as {@code ip:127.0.0.1,dns:localhost}
     * @param additionalOptions further options of {@code keytool -genkeypair}
     */
    public Server sign(String alias, String names, String... additionalOptions) {
        return sign(alias, names, EC, additionalOptions);
    }

    /** Most servers have RSA keys. */
    public Server signRsa(String alias, String names) {
        return sign(alias, names, RSA);
    }

    private Server sign(String alias, String names, List<String> keyOptions, String... additionalOptions) {
        List<String> options = new ArrayList<>(List.of("-signer", "ca", "-ext", "san=" + names));
        options.addAll(List.of(additionalOptions));
        keytool(alias, keyOptions, options);
        return new Server(
                write(alias + "-cert.pem", "CERTIFICATE", certificate(alias)),
                write(alias + "-key.pem", "PRIVATE KEY", key(alias)));
    }

    /** Returns a PKCS #12 key store that also contains the authority's certificate. */
    public Path signIntoKeyStore(String alias, String names, String password) {
        sign(alias, names);
        Path file = directory.resolve(alias + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            KeyStore allKeys = openStore();
            KeyStore target = KeyStore.getInstance("PKCS12");
            target.load(null, null);
            target.setKeyEntry(
                    alias,
                    allKeys.getKey(alias, STORE_PASSWORD.toCharArray()),
                    password.toCharArray(),
                    allKeys.getCertificateChain(alias));
            target.store(out, password.toCharArray());
            return file;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The key is in PEM. */
    public static String newPublicKey() {
        try {
            byte[] key = KeyPairGenerator.getInstance("RSA")
                    .generateKeyPair()
                    .getPublic()
                    .getEncoded();
            return pem("PUBLIC KEY", key);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private void keytool(String alias, List<String> keyOptions, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + name + " " + alias,
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                STORE_PASSWORD));
        command.addAll(keyOptions);
        command.addAll(options);
        command.addAll(FAST_OPTIONS);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("keytool.log").toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new AssertionError("keytool: " + Files.readString(directory.resolve("keytool.log")));
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] certificate(String alias) {
        try {
            return openStore().getCertificate(alias).getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] key(String alias) {
        try {
            return openStore().getKey(alias, STORE_PASSWORD.toCharArray()).getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private KeyStore openStore() throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, STORE_PASSWORD.toCharArray());
            return keys;
        }
    }

    private Path write(String file, String kind, byte[] content) {
        try {
            return Files.writeString(directory.resolve(file), pem(kind, content), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(String kind, byte[] content) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
    }
}
