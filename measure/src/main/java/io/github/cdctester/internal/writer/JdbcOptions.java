// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Authorities;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * URL and options of MariaDB's driver or Connector/J. The driver reads {@code trustStore} for each connection, unless it is
 * null.
 */
record JdbcOptions(
        String url,
        String driverClass,
        Properties properties,
        @Nullable TrustStoreFile trustStore) implements AutoCloseable {

    private static final String MARIADB_CLASS = "org.mariadb.jdbc.Driver";
    private static final String SOCKET_FACTORY = "socketFactory";
    private static final String CONNECTOR_J_CLASS = "com.mysql.cj.jdbc.Driver";

    /** {@code serverOffersTls} is true if {@link SslMode#PREFERRED} results in TLS. */
    static JdbcOptions of(Endpoint endpoint, boolean serverOffersTls) {
        JdbcDriver driver = chooseDriver(endpoint.jdbcDriver());
        Properties properties = new Properties();
        TrustStoreFile trustStore = null;
        boolean usesTls =
                endpoint.sslMode() == SslMode.PREFERRED ? serverOffersTls : endpoint.sslMode() != SslMode.DISABLED;
        if (driver == JdbcDriver.MARIADB) {
            addMariaDbOptions(endpoint, usesTls, properties);
        } else {
            trustStore = addMySqlOptions(endpoint, usesTls, properties);
        }
        // the server prepares a PreparedStatement; the workload caches its statements
        properties.put("useServerPrepStmts", "true");
        properties.put("cachePrepStmts", "false");
        // counts changed rows instead of found rows, because the binlog contains only changed rows
        properties.put("useAffectedRows", "true");
        // by default, no server or custom workload may read files of this machine
        properties.put(driver == JdbcDriver.MARIADB ? "allowLocalInfile" : "allowLoadLocalInfile", "false");
        if (driver == JdbcDriver.MARIADB && canLoadLibraryClasses(MARIADB_CLASS)) {
            properties.put(SOCKET_FACTORY, DriverSockets.Ordinary.class.getName());
        }
        properties.keySet().removeIf(endpoint.driverProperties()::containsKey); // in any case of letters
        properties.putAll(endpoint.driverProperties());
        String scheme = driver == JdbcDriver.MARIADB ? "jdbc:mariadb://" : "jdbc:mysql://";
        return new JdbcOptions(
                scheme + endpoint.address() + "/" + endpoint.database(),
                driver == JdbcDriver.MARIADB ? MARIADB_CLASS : CONNECTOR_J_CLASS,
                properties,
                trustStore);
    }

    /** For threads that this program never interrupts. */
    JdbcOptions withBlockingSockets() {
        properties.replace(
                SOCKET_FACTORY, DriverSockets.Ordinary.class.getName(), DriverSockets.Blocking.class.getName());
        return this;
    }

    String otherDriverAdvice(Throwable refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (driverClass.equals(MARIADB_CLASS) && message.contains("sha256_password")) {
            return "; the MariaDB driver has no such login: use " + Setting.JDBC_DRIVER
                    + " connector-j, or caching_sha2_password";
        }
        if (driverClass.equals(CONNECTOR_J_CLASS) && message.contains("client_ed25519")) {
            return "; Connector/J has no such login: use " + Setting.JDBC_DRIVER + " mariadb";
        }
        return "";
    }

    @Override
    public void close() {
        if (trustStore != null) {
            trustStore.close();
        }
    }

    private static JdbcDriver chooseDriver(JdbcDriver requestedDriver) {
        boolean hasMariaDb = isPresent(MARIADB_CLASS);
        boolean hasConnectorJ = isPresent(CONNECTOR_J_CLASS);
        if (requestedDriver != JdbcDriver.CONNECTOR_J && hasMariaDb) {
            return JdbcDriver.MARIADB;
        }
        if (requestedDriver != JdbcDriver.MARIADB && hasConnectorJ) {
            return JdbcDriver.CONNECTOR_J;
        }
        throw new RunFailedException(
                switch (requestedDriver) {
                    case CONNECTOR_J ->
                        "MySQL Connector/J is not on the class path; put the jar of"
                                + " com.mysql:mysql-connector-j into lib/";
                    case MARIADB ->
                        "the MariaDB driver is not on the class path; add org.mariadb.jdbc:mariadb-java-client";
                    case AUTO ->
                        "there is no JDBC driver on the class path; add org.mariadb.jdbc:mariadb-java-client or"
                                + " com.mysql:mysql-connector-j";
                });
    }

    private static boolean isPresent(String driverClass) {
        try {
            Class.forName(driverClass, false, JdbcOptions.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** A separate class loader of the driver may not find classes of this library. */
    private static boolean canLoadLibraryClasses(String driverClass) {
        try {
            ClassLoader loader = Class.forName(driverClass, false, JdbcOptions.class.getClassLoader())
                    .getClassLoader();
            return Class.forName(DriverSockets.Blocking.class.getName(), false, loader) == DriverSockets.Blocking.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void addMariaDbOptions(Endpoint endpoint, boolean usesTls, Properties properties) {
        properties.put(
                "sslMode",
                !usesTls
                        ? "disable"
                        : switch (endpoint.sslMode()) {
                            case VERIFY_CA -> "verify-ca";
                            case VERIFY_IDENTITY -> "verify-full";
                            default -> "trust";
                        });
        Path authorities = endpoint.sslCa();
        if (usesTls && authorities != null) {
            properties.put("serverSslCert", authorities.toString());
        }
        addRsaKey(endpoint, "serverRsaPublicKeyFile", properties);
        properties.put("tcpKeepAlive", "true");
        // By default, PREPARE and the first EXECUTE are sent together. If the server rejects PREPARE (1461), the driver
        // waits forever for a response (3.5.11).
        properties.put("disablePipeline", "true");
    }

    private static @Nullable TrustStoreFile addMySqlOptions(Endpoint endpoint, boolean usesTls, Properties properties) {
        properties.put(
                "sslMode",
                !usesTls
                        ? "DISABLED"
                        : endpoint.sslMode() == SslMode.PREFERRED
                                ? "REQUIRED"
                                : endpoint.sslMode().name());
        addRsaKey(endpoint, "serverRSAPublicKeyFile", properties);
        properties.put("useLocalSessionState", "true");
        Path authorities = endpoint.sslCa();
        if (!usesTls || authorities == null) {
            return null;
        }
        TrustStoreFile store = TrustStoreFile.of(authorities);
        properties.put("trustCertificateKeyStoreUrl", store.url());
        properties.put("trustCertificateKeyStoreType", Authorities.KEY_STORE_TYPE);
        properties.put("trustCertificateKeyStorePassword", TrustStoreFile.PASSWORD);
        properties.put("fallbackToSystemTrustStore", "false");
        return store;
    }

    /** Without a configured RSA key, allows the driver to fetch the server's key. */
    private static void addRsaKey(Endpoint endpoint, String option, Properties properties) {
        Path key = endpoint.serverPublicKey();
        if (key == null) {
            properties.put("allowPublicKeyRetrieval", "true");
        } else {
            properties.put(option, key.toString());
        }
    }
}
