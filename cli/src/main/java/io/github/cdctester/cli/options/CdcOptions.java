// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Passwords;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the streams to read. */
public final class CdcOptions extends OptionGroup {

    private static final Pattern NAMED_URL = Pattern.compile("([^=:/]+)=(jdbc:.*)", Pattern.DOTALL);

    private static final String PASSWORD_FILE = "--cdc-password-file";

    @Option(names = "--cdc-url", paramLabel = "[NAME=]URL", description = "Other server for the stream; repeatable")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--cdc-user",
            paramLabel = "USER",
            description = "Account for the stream; repeat for several streams (default: --user)")
    private List<String> users = new ArrayList<>();

    @Option(
            names = PASSWORD_FILE,
            paramLabel = "FILE",
            description =
                    "File with that account's password; repeat for several streams (default: the server's password)")
    private List<Path> passwordFiles = new ArrayList<>();

    @Option(
            names = "--cdc-server-public-key-path",
            paramLabel = "PEM",
            description = "RSA public key of the stream's server (default: --server-public-key-path)")
    private @Nullable Path serverPublicKey;

    @Option(names = "--streams", paramLabel = "N", description = "Follow the same log N times (default: 1)")
    private @Nullable Integer streams;

    @Option(
            names = "--streams-share",
            paramLabel = "WHAT",
            description =
                    "How the server divides the log among the streams: rows, tables or nothing (default: nothing)")
    private Sharing streamsShare = Sharing.NOTHING;

    private final Map<Integer, Password> cachedPasswords = new HashMap<>();

    /** Returns true if at least one {@code --cdc-url} is given. */
    public boolean isGiven() {
        return !urls.isEmpty();
    }

    public @Nullable String firstUrl() {
        if (urls.isEmpty()) {
            return null;
        }
        parseUrl(0, "", ""); // rejects an invalid URL, with the name of this option
        return url(0);
    }

    /** {@code from}: empty for the current end of the log, one position for all streams, or one position per stream. */
    public SubscriberSpec subscriber(StreamOptions options, Endpoint writeEndpoint, List<StartPosition> from) {
        Endpoint firstEndpoint = urls.isEmpty() ? writeEndpoint : endpoint(0, writeEndpoint);
        SubscriberSpec subscriber = options.subscriber(firstEndpoint).streamsShare(streamsShare);
        rejectContradictions(from.size());
        if (streamCount(from.size()) == 1 && (urls.isEmpty() || nameInUrl(0) == null)) {
            SubscriberSpec singleStream = from.isEmpty() ? subscriber : subscriber.from(from.get(0));
            return urls.isEmpty() ? singleStream : singleStream.at(firstEndpoint);
        }
        return subscriber.streams(streamSpecs(writeEndpoint, from));
    }

    /** Must be called before anything is started. */
    public void rejectContradictions(int positionCount) {
        if (streams != null) {
            StreamSpec.refuseCount(streams);
        }
        if (streams != null && urls.size() > 1) {
            throw usageError("--streams follows one log several times, but there are " + urls.size()
                    + " --cdc-url: use either --streams or several --cdc-url");
        }
        if (urls.isEmpty() && (!users.isEmpty() || !passwordFiles.isEmpty() || serverPublicKey != null)) {
            throw usageError((!users.isEmpty()
                            ? "--cdc-user"
                            : passwordFiles.isEmpty() ? "--cdc-server-public-key-path" : PASSWORD_FILE)
                    + " is given, but no --cdc-url: give one, which may name the same server");
        }
        int count = streamCount(positionCount);
        rejectCountMismatch("--from", positionCount, count);
        rejectCountMismatch("--cdc-user", users.size(), Math.max(1, urls.size()));
        rejectCountMismatch(PASSWORD_FILE, passwordFiles.size(), Math.max(1, urls.size()));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < urls.size(); i++) {
            String givenName = nameInUrl(i);
            String name = givenName == null ? parseUrl(i, "", "").address() : givenName;
            if (!names.add(name)) {
                throw usageError("--cdc-url is given twice for " + name + ": give each stream a name of its own, as in"
                        + " --cdc-url a=" + url(i));
            }
        }
    }

    private int streamCount(int positionCount) {
        if (urls.size() > 1) {
            return urls.size();
        }
        return streams == null ? Math.max(1, positionCount) : streams;
    }

    private List<StreamSpec> streamSpecs(Endpoint writeEndpoint, List<StartPosition> from) {
        int count = streamCount(from.size());
        List<StreamSpec> streamSpecs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StartPosition start = from.isEmpty() ? StartPosition.now() : from.get(from.size() == 1 ? 0 : i);
            Endpoint streamEndpoint =
                    urls.isEmpty() ? writeEndpoint : endpoint(urls.size() == 1 ? 0 : i, writeEndpoint);
            streamSpecs.add(new StreamSpec(streamName(i, streamEndpoint), streamEndpoint, start));
        }
        return streamSpecs;
    }

    private String streamName(int index, Endpoint streamEndpoint) {
        if (urls.size() > 1 || urls.size() == 1 && streams == null && nameInUrl(0) != null) {
            String givenName = nameInUrl(index);
            return givenName == null ? streamEndpoint.address() : givenName;
        }
        return "stream-" + (index + 1);
    }

    private Endpoint endpoint(int index, Endpoint writeEndpoint) {
        String password = passwordFiles.isEmpty()
                ? writeEndpoint.password().reveal()
                : passwordOfFile(passwordFiles.size() == 1 ? 0 : index).reveal();
        String user = users.isEmpty() ? writeEndpoint.user() : users.get(users.size() == 1 ? 0 : index);
        Endpoint urlEndpoint = parseUrl(index, user, password);
        return urlEndpoint
                .withSsl(
                        urlEndpoint.sslMode() == Defaults.SSL_MODE ? writeEndpoint.sslMode() : urlEndpoint.sslMode(),
                        writeEndpoint.sslCa())
                .withServerPublicKey(serverPublicKey == null ? writeEndpoint.serverPublicKey() : serverPublicKey);
    }

    /** Returns the password of a file. Reads each file only once, because it may be a pipe, and a warning must not be repeated. */
    private Password passwordOfFile(int index) {
        return cachedPasswords.computeIfAbsent(index, i -> Passwords.read(spec, PASSWORD_FILE, passwordFiles.get(i)));
    }

    private Endpoint parseUrl(int index, String user, String password) {
        try {
            return Endpoint.of(url(index), user, password);
        } catch (InvalidPlanException e) {
            throw usageError(e.property().equals("url") ? "--cdc-" + e.getMessage() : "--cdc-url: " + e.getMessage());
        }
    }

    private @Nullable String nameInUrl(int index) {
        Matcher matcher = NAMED_URL.matcher(urls.get(index));
        return matcher.matches() ? matcher.group(1) : null;
    }

    private String url(int index) {
        Matcher matcher = NAMED_URL.matcher(urls.get(index));
        return matcher.matches() ? matcher.group(2) : urls.get(index);
    }

    private void rejectCountMismatch(String option, int optionCount, int streamCount) {
        if (optionCount > 1 && optionCount != streamCount) {
            throw usageError(option + " is given " + optionCount + " times for " + streamCount
                    + (streamCount == 1 ? " stream" : " streams") + ": give it once, or once for each");
        }
    }
}
