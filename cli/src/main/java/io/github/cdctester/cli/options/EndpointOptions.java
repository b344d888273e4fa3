// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Passwords;
import io.github.cdctester.cli.terminal.SecretQuestion;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

public final class EndpointOptions extends OptionGroup {

    /** {@code --password} without a value. No argument can contain this character. {@code null} would break picocli's help. */
    private static final String PROMPT = "\0";

    private static final Pattern URL_WITHOUT_SCHEMA = Pattern.compile("^(jdbc:\\w+://[^/?]+)/?(?=\\?|$)");

    @Option(names = "--url", paramLabel = "JDBC-URL", description = "JDBC URL, in place of host, port and database")
    private @Nullable String url;

    @Option(names = "--host", paramLabel = "HOST", description = "Host name or address of the server")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the server (default: 3306)")
    private @Nullable Integer port;

    @Option(names = "--database", paramLabel = "DB", description = "Schema of the workload's tables (default: sbtest)")
    private @Nullable String database;

    @Option(names = "--user", paramLabel = "USER", description = "Account (default: root)")
    private @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            fallbackValue = PROMPT,
            description = "Password; without a value, a prompt reads it")
    private @Nullable String password;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password; or set CDC_TESTER_PASSWORD")
    private @Nullable Path passwordFile;

    @Option(
            names = "--ssl-mode",
            paramLabel = "MODE",
            description = "DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY (default: PREFERRED)")
    private @Nullable SslMode sslMode;

    @Option(
            names = "--ssl-ca",
            paramLabel = "PEM",
            description = "CA certificates to trust; implies --ssl-mode=VERIFY_CA")
    private @Nullable Path sslCa;

    @Option(
            names = "--server-public-key-path",
            paramLabel = "PEM",
            description =
                    "RSA public key of the server, for passwords sent without TLS (default: requested from the server)")
    private @Nullable Path serverPublicKey;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            description = "Client for loads: auto, native or jdbc (default: auto)")
    private @Nullable Client client;

    @Option(
            names = "--jdbc-driver",
            paramLabel = "DRIVER",
            description = "auto, mariadb, or connector-j with its jar in lib/ (default: auto)")
    private @Nullable JdbcDriver jdbcDriver;

    private @Nullable Password cachedPassword;

    /** Returns empty if neither a URL nor a host is given. */
    public Optional<Endpoint> endpoint() {
        return endpoint(Optional.empty());
    }

    /** {@code schema} is used if the options contain none. */
    public Optional<Endpoint> endpoint(Optional<String> schema) {
        if (url != null && (host != null || port != null || database != null)) {
            throw usageError("--url replaces --host, --port and --database: use either --url or these options");
        }
        if (url == null && host == null) {
            refuseOptionsWithoutServer();
            return Optional.empty();
        }
        String name = user == null ? "root" : user;
        Password chosenPassword = chosenPassword();
        Endpoint endpoint = url != null
                ? Endpoint.of(url, name, chosenPassword.reveal())
                : Endpoint.of(
                        Objects.requireNonNull(host),
                        port == null ? Defaults.PORT : port,
                        database == null ? schema.orElse(Defaults.DATABASE) : database,
                        name,
                        chosenPassword);
        if (endpoint.database().isEmpty() && schema.isPresent()) {
            endpoint = endpoint.withDatabase(schema.get());
        }
        if (jdbcDriver != null) {
            endpoint = endpoint.withJdbcDriver(jdbcDriver);
        }
        return Optional.of(
                withClient(endpoint).withSsl(sslMode(endpoint.sslMode()), sslCa).withServerPublicKey(serverPublicKey));
    }

    public Endpoint withClient(Endpoint endpoint) {
        return client == null ? endpoint : endpoint.withClient(client);
    }

    /** Reads the password only once: the password file may be a pipe, and a warning must not be repeated. */
    private Password chosenPassword() {
        if (cachedPassword == null) {
            cachedPassword = Passwords.choose(spec, passwordOfOption(), passwordFile, "CDC_TESTER_PASSWORD");
        }
        return cachedPassword;
    }

    /** Returns an empty text if the options contain neither a server nor a password. */
    String passwordForPod() {
        boolean hasServer = url != null
                || host != null
                || spec.commandLine().getParseResult().hasMatchedOption("--cdc-url");
        return hasServer || password != null || passwordFile != null
                ? chosenPassword().reveal()
                : "";
    }

    public boolean hasDatabase() {
        return url == null ? database != null : !URL_WITHOUT_SCHEMA.matcher(url).find();
    }

    public Endpoint requiredEndpoint() {
        return endpoint().orElseThrow(() -> usageError("no server given: give --url or --host"));
    }

    /** Without {@code --url} and {@code --host}, uses the server of the stream. */
    public Endpoint requiredEndpointOr(@Nullable String cdcUrl) {
        if (url == null && host == null) {
            url = cdcUrl;
        }
        return requiredEndpoint();
    }

    public Endpoint listenEndpoint(String defaultHost, int defaultPort) {
        if (url == null) {
            host = host == null ? defaultHost : host;
            port = port == null ? defaultPort : port;
        }
        return requiredEndpoint();
    }

    /** Returns {@code null} without the option. picocli's prompt writes to standard output, which may be a file, and leaves the echo on. */
    private @Nullable String passwordOfOption() {
        if (PROMPT.equals(password) && passwordFile == null) { // with a file, the combination is rejected
            password = SecretQuestion.prompt("Password: ") // later calls do not prompt again
                    .orElseThrow(() -> usageError("--password without a value prompts, but there is no terminal: give"
                            + " --password-file, or the environment variable CDC_TESTER_PASSWORD"));
        }
        return password;
    }

    private SslMode sslMode(SslMode urlMode) {
        boolean isInUrl = urlMode != Defaults.SSL_MODE;
        if (isInUrl && sslMode != null && sslMode != urlMode) {
            throw usageError("--ssl-mode " + sslMode + " is given, but --url has " + urlMode + ": give one of them");
        }
        if (!isInUrl && sslMode == null) {
            return sslCa == null ? Defaults.SSL_MODE : SslMode.VERIFY_CA;
        }
        SslMode mode = sslMode == null ? urlMode : sslMode;
        if (sslCa != null && mode.compareTo(SslMode.VERIFY_CA) < 0) {
            throw usageError("--ssl-ca is given, but --ssl-mode " + mode
                    + " checks no certificate: use VERIFY_CA or VERIFY_IDENTITY");
        }
        return mode;
    }

    private void refuseOptionsWithoutServer() {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (option.userObject() instanceof Field field
                    && field.getDeclaringClass() == EndpointOptions.class
                    && field.getType() != Client.class) {
                throw usageError(option.longestName() + " is given, but no server: give --url or --host");
            }
        }
    }
}
