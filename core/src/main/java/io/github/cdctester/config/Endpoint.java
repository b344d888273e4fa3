// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks the MySQL protocol, and the account to use there.
 *
 * @param host host name or address; an IPv6 address without brackets
 * @param port TCP port, 1 to 65535
 * @param database the schema that the workload's tables live in; may be empty if nothing is written
 * @param user the account's name
 * @param password the account's password; never printed
 * @param sslMode how TLS is used
 * @param sslCa PEM file with the authorities to trust for {@code VERIFY_CA} and {@code VERIFY_IDENTITY}; {@code null} for the Java
 *     runtime's own
 * @param serverPublicKey PEM file with the server's RSA key, for passwords that travel without TLS; {@code null} to take the key
 *     that the server sends
 * @param jdbcDriver the driver that the write side uses
 * @param driverProperties options handed to the JDBC driver as they are; none that decide about TLS
 */
@RecordBuilder
public record Endpoint(
        String host,
        int port,
        String database,
        String user,
        Password password,
        SslMode sslMode,
        @Nullable Path sslCa,
        @Nullable Path serverPublicKey,
        JdbcDriver jdbcDriver,
        Map<String, String> driverProperties) {

    private static final Pattern SECRET = Pattern.compile("(?i)pass(word|wd|phrase)|secret|token");

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if the host is empty, the port out of range, the schema's name would end in the driver's URL,
     *     or an option would give the writers another encryption than the stream
     */
    public Endpoint {
        Objects.requireNonNull(password, "password");
        if (host.isBlank()) {
            throw new InvalidPlanException("host", "empty", "a host name or an address");
        }
        if (port < 1 || port > 65_535) {
            throw new InvalidPlanException("port", port, "a whole number from 1 to 65535");
        }
        if (database.chars().anyMatch(c -> c < ' ' || "/\\?#&;".indexOf(c) >= 0)) {
            // it becomes a part of the driver's URL, where these would be more than a name
            throw new InvalidPlanException("database", "'" + database + "'", "a name without any of / \\ ? # & ;");
        }
        JdbcUrl.refuseTls("driverProperties", driverProperties.keySet());
        driverProperties = Map.copyOf(driverProperties);
    }

    /**
     * Makes an endpoint from a JDBC URL, for example Testcontainers' {@code getJdbcUrl()}.
     *
     * @param jdbcUrl {@code jdbc:mysql://host:port/database?options} or {@code jdbc:mariadb:…}; {@code sslMode} and
     *     {@code useSSL=false} apply to driver and stream, the other options to the driver
     * @return the endpoint, with {@link SslMode#PREFERRED} if the URL does not set a mode, and {@link JdbcDriver#AUTO}
     * @throws InvalidPlanException if the URL has another form, or its options contain an account or another TLS setting
     */
    public static Endpoint of(String jdbcUrl, String user, String password) {
        JdbcUrl url = JdbcUrl.parse(jdbcUrl);
        return new Endpoint(
                url.host(),
                url.port(),
                url.database(),
                user,
                Password.of(password),
                url.sslMode() == null ? Defaults.SSL_MODE : url.sslMode(),
                null,
                null,
                JdbcDriver.AUTO,
                url.options());
    }

    /**
     * Makes an endpoint of its parts.
     *
     * @return the endpoint, with {@link SslMode#PREFERRED} and {@link JdbcDriver#AUTO}
     */
    public static Endpoint of(String host, int port, String database, String user, Password password) {
        return new Endpoint(
                host, port, database, user, password, Defaults.SSL_MODE, null, null, JdbcDriver.AUTO, Map.of());
    }

    /**
     * Changes the server, and keeps the account.
     *
     * @throws InvalidPlanException if the host is empty or the port out of range
     */
    public Endpoint withAddress(String newHost, int newPort) {
        return EndpointCopy.of(this).host(newHost).port(newPort).build();
    }

    /** Changes the schema. */
    public Endpoint withDatabase(String schema) {
        return EndpointCopy.of(this).database(schema).build();
    }

    /**
     * Changes the use of TLS.
     *
     * @param ca PEM file with the authorities to trust, or {@code null} for the Java runtime's own
     */
    public Endpoint withSsl(SslMode mode, @Nullable Path ca) {
        return EndpointCopy.of(this).sslMode(mode).sslCa(ca).build();
    }

    /** Changes the driver that the write side uses. */
    public Endpoint withJdbcDriver(JdbcDriver driver) {
        return EndpointCopy.of(this).jdbcDriver(driver).build();
    }

    /**
     * Pins the server's RSA key.
     *
     * @param file PEM file with the key, the server's {@code public_key.pem}; {@code null} to take what the server sends
     */
    public Endpoint withServerPublicKey(@Nullable Path file) {
        return EndpointCopy.of(this).serverPublicKey(file).build();
    }

    /**
     * Adds one option for the JDBC driver.
     *
     * @param name the option's name in the driver's documentation
     */
    public Endpoint withDriverProperty(String name, String value) {
        Map<String, String> properties = new LinkedHashMap<>(driverProperties);
        properties.put(name, value);
        return EndpointCopy.of(this).driverProperties(properties).build();
    }

    /** Removes the password and driver properties that may contain one, so that the endpoint can be shown and stored. */
    public Endpoint withoutPassword() {
        Map<String, String> properties = new LinkedHashMap<>(driverProperties);
        properties.keySet().removeIf(SECRET.asPredicate());
        return EndpointCopy.of(this)
                .password(Password.NONE)
                .driverProperties(properties)
                .build();
    }

    /**
     * Names the endpoint in messages.
     *
     * @return {@code host:port}, an IPv6 address in brackets
     */
    public String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** Without the values of driver properties: there may be passwords among them. */
    @Override
    public String toString() {
        return "Endpoint[" + address() + "/" + database + ", user=" + user + ", password=" + password + ", sslMode="
                + sslMode + ", sslCa=" + sslCa + ", serverPublicKey=" + serverPublicKey + ", jdbcDriver=" + jdbcDriver
                + ", driverProperties="
                + driverProperties.keySet() + "]";
    }

    /** JDBC driver of the write side. The library contains none; it uses a driver from the class path. */
    public enum JdbcDriver {
        /** MariaDB Connector/J if present (it also supports MySQL), else MySQL Connector/J. */
        AUTO,
        /** {@code org.mariadb.jdbc:mariadb-java-client}. */
        MARIADB,
        /** {@code com.mysql:mysql-connector-j}. */
        CONNECTOR_J
    }

    /** How a connection uses TLS. Names and meanings are the same as in MySQL's {@code --ssl-mode}. */
    public enum SslMode {
        /** Never. */
        DISABLED,
        /** When the server offers it, without checking its certificate. The default, as in MySQL's own clients. */
        PREFERRED,
        /** Always, without checking the certificate. */
        REQUIRED,
        /** Always, and the certificate must be signed by a trusted authority. */
        VERIFY_CA,
        /** As {@link #VERIFY_CA}, and the certificate must be made out to the host name. */
        VERIFY_IDENTITY
    }
}
