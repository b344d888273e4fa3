// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server that uses the MySQL protocol, and the account for the login.
 *
 * @param host host name or address; brackets around an IPv6 address are removed
 * @param port TCP port, 1 to 65535
 * @param database the schema of the workload's tables; may be empty if nothing is written
 * @param user name of the account
 * @param password password of the account; never printed
 * @param sslMode use of TLS
 * @param sslCa PEM file with the authorities to trust for {@code VERIFY_CA} and {@code VERIFY_IDENTITY}; {@code null} for the
 *     authorities of the Java runtime
 * @param serverPublicKey PEM file with the server's RSA key, to encrypt passwords without TLS; {@code null} to accept
 *     the key that the server sends
 * @param client client that executes the statements of loads
 * @param jdbcDriver JDBC driver of the write side
 * @param driverProperties options that are passed unchanged to the JDBC driver; TLS options are not allowed
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
        Client client,
        JdbcDriver jdbcDriver,
        Map<String, String> driverProperties) {

    private static final Pattern SECRET = Pattern.compile("(?i)(pass(word|wd|phrase)|pwd|secret|token)[\\w. -]*[:=]");

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if the host is empty, the port is out of range, the schema contains characters with a meaning
     *     in URLs, an option concerns TLS, or the native client is combined with a JDBC driver or driver options
     */
    public Endpoint {
        Objects.requireNonNull(password, "password");
        host = host.matches("\\[.*:.*]") ? host.substring(1, host.length() - 1) : host;
        if (host.isBlank()) {
            throw new InvalidPlanException("host", "empty", "a host name or an address");
        }
        if (port < 1 || port > 65_535) {
            throw new InvalidPlanException("port", port, "a whole number from 1 to 65535");
        }
        if (database.chars().anyMatch(c -> c < ' ' || "/\\?#&;".indexOf(c) >= 0)) {
            // the schema becomes part of the driver's URL, where these characters have a meaning
            throw new InvalidPlanException("database", "'" + database + "'", "a name without any of / \\ ? # & ;");
        }
        JdbcUrl.refuseTls("driverProperties", driverProperties.keySet());
        Map<String, String> properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER); // like both drivers
        driverProperties.forEach((name, value) -> properties.put(name, Objects.requireNonNull(value, name)));
        driverProperties = Collections.unmodifiableMap(properties);
        if (client == Client.NATIVE && jdbcDriver != JdbcDriver.AUTO) {
            throw new InvalidPlanException("client", "native", "auto or jdbc with " + Setting.JDBC_DRIVER);
        }
        if (client == Client.NATIVE && !driverProperties.isEmpty()) {
            throw new InvalidPlanException(
                    "client",
                    "native",
                    "auto or jdbc with options for the driver: "
                            + String.join(", ", new TreeSet<>(driverProperties.keySet())));
        }
    }

    /**
     * Creates an endpoint from a JDBC URL, for example Testcontainers' {@code getJdbcUrl()}.
     *
     * @param jdbcUrl {@code jdbc:mysql://host:port/database?options} or {@code jdbc:mariadb:…}; {@code sslMode} and
     *     {@code useSSL=false} apply to driver and stream, all other options to the driver
     * @return the endpoint, with {@link SslMode#PREFERRED} if the URL does not set a mode, and {@link JdbcDriver#AUTO}
     * @throws InvalidPlanException if a part of the URL is invalid, or its options contain an account or other TLS settings
     */
    public static Endpoint of(String jdbcUrl, String user, String password) {
        JdbcUrl url = JdbcUrl.parse(jdbcUrl);
        return EndpointCopy.of(of(url.host(), url.port(), url.database(), user, Password.of(password)))
                .sslMode(url.sslMode() == null ? Defaults.SSL_MODE : url.sslMode())
                .driverProperties(url.options())
                .build();
    }

    /**
     * Creates an endpoint.
     *
     * @return the endpoint, with {@link SslMode#PREFERRED} and {@link JdbcDriver#AUTO}
     */
    public static Endpoint of(String host, int port, String database, String user, Password password) {
        return new Endpoint(
                host,
                port,
                database,
                user,
                password,
                Defaults.SSL_MODE,
                null,
                null,
                Client.AUTO,
                JdbcDriver.AUTO,
                Map.of());
    }

    /**
     * Returns a copy with another address.
     *
     * @throws InvalidPlanException if the host is empty or the port out of range
     */
    public Endpoint withAddress(String newHost, int newPort) {
        return EndpointCopy.of(this).host(newHost).port(newPort).build();
    }

    /** Returns a copy with another schema. */
    public Endpoint withDatabase(String schema) {
        return EndpointCopy.of(this).database(schema).build();
    }

    /**
     * Returns a copy with another TLS mode.
     *
     * @param ca PEM file with the authorities to trust, or {@code null} for the authorities of the Java runtime
     */
    public Endpoint withSsl(SslMode mode, @Nullable Path ca) {
        return EndpointCopy.of(this).sslMode(mode).sslCa(ca).build();
    }

    /**
     * Returns a copy with another client for loads.
     *
     * @throws InvalidPlanException if the client is native and the endpoint sets a JDBC driver or driver options
     */
    public Endpoint withClient(Client newClient) {
        return EndpointCopy.of(this).client(newClient).build();
    }

    /** Returns a copy with another JDBC driver for the write side. */
    public Endpoint withJdbcDriver(JdbcDriver driver) {
        return EndpointCopy.of(this).jdbcDriver(driver).build();
    }

    /**
     * Returns a copy with a configured RSA key of the server.
     *
     * @param file PEM file with the key, the server's {@code public_key.pem}; {@code null} to accept the key that the
     *     server sends
     */
    public Endpoint withServerPublicKey(@Nullable Path file) {
        return EndpointCopy.of(this).serverPublicKey(file).build();
    }

    /**
     * Returns a copy with an additional option for the JDBC driver.
     *
     * @param name the option's name in the driver's documentation
     */
    public Endpoint withDriverProperty(String name, String value) {
        Map<String, String> properties = new LinkedHashMap<>(driverProperties);
        properties.put(name, value);
        return EndpointCopy.of(this).driverProperties(properties).build();
    }

    /** Returns a copy without the password and without driver properties that may be secret, for display and storage. */
    public Endpoint withoutPassword() {
        Map<String, String> properties = new LinkedHashMap<>(driverProperties);
        properties
                .entrySet()
                .removeIf(option -> SECRET.matcher(option.toString()).find());
        return EndpointCopy.of(this)
                .password(Password.NONE)
                .driverProperties(properties)
                .build();
    }

    /**
     * Returns the address for messages.
     *
     * @return {@code host:port}, an IPv6 address in brackets
     */
    public String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** Excludes driver properties, because their names are equal in any case. */
    @Override
    public int hashCode() {
        return Objects.hash(host, port, database, user, password);
    }

    /** Excludes the values of driver properties, because they may contain passwords. */
    @Override
    public String toString() {
        return "Endpoint[" + address() + "/" + database + ", user=" + user + ", password=" + password + ", sslMode="
                + sslMode + ", sslCa=" + sslCa + ", serverPublicKey=" + serverPublicKey + ", client=" + client
                + ", jdbcDriver=" + jdbcDriver
                + ", driverProperties="
                + driverProperties.keySet() + "]";
    }

    /** Client that executes the statements of a load. Preparation, checks and clean-up always use the JDBC driver. */
    public enum Client {
        /**
         * {@link #NATIVE} if the workload of the load supports it and the endpoint sets neither a JDBC driver nor driver options;
         * otherwise {@link #JDBC}.
         */
        AUTO,
        /** The built-in client, for the {@code oltp_*} workloads, large transactions and transfers. */
        NATIVE,
        /** The JDBC driver, for all workloads. */
        JDBC
    }

    /** JDBC driver of the write side. The library includes no driver; it uses a driver from the class path. */
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
        /** No TLS. */
        DISABLED,
        /** TLS if the server supports it, without checking the certificate. The default, like in MySQL's own clients. */
        PREFERRED,
        /** TLS is required; the certificate is not checked. */
        REQUIRED,
        /** TLS is required, and a trusted authority must have signed the certificate. */
        VERIFY_CA,
        /** Like {@link #VERIFY_CA}, and the certificate must be issued for the host name. */
        VERIFY_IDENTITY
    }
}
