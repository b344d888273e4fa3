// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A position in MariaDB's log, in the form that replicas use: the last transaction of each replication domain. All earlier
 * transactions of a domain count as read, from any server.
 */
public final class MariaDbGtidState implements Gtids {

    /** Each domain takes 24 bytes. */
    static final int MAX_DOMAINS = 1 << 16;

    private static final Pattern FORM =
            Pattern.compile("\\s*([0-9]{1,10})\\s*-\\s*([0-9]{1,10})\\s*-\\s*([0-9]{1,20})\\s*");
    private static final long MAX_ID = 0xFFFF_FFFFL;

    private static final int DOMAIN = 0;
    private static final int SERVER = 1;
    private static final int SEQUENCE = 2;
    private static final int FIELDS = 3;

    /** Domain, server id and sequence number, ordered by domain. */
    private long[] entries = new long[FIELDS];

    private int count;

    /**
     * @param text for example {@code 0-1-10,1-2-7}; ignores spaces and line breaks. An empty string is the position before all
     *     transactions.
     * @throws IllegalArgumentException if the text is not in this format, or contains a domain twice
     */
    public static MariaDbGtidState parse(String text) {
        MariaDbGtidState state = new MariaDbGtidState();
        for (String gtidText : text.isBlank() ? new String[0] : text.split(",", -1)) {
            Matcher form = FORM.matcher(gtidText);
            if (!form.matches()) {
                throw new IllegalArgumentException("not a list of MariaDB GTIDs: '" + gtidText.strip()
                        + "' must be of the form domain-server-sequence");
            }
            long domain = id(form.group(1));
            if (state.indexOf(domain) >= 0) {
                throw new IllegalArgumentException("not a list of MariaDB GTIDs: domain " + domain + " is there twice");
            }
            state.add(domain, id(form.group(2)), "", sequence(form.group(3)));
        }
        return state;
    }

    /** Replaces the last transaction of a domain. */
    @Override
    public void add(long domain, long server, String tag, long sequence) {
        int index = indexOf(domain);
        if (index < 0) {
            index = -index - 1;
            insert(index);
            entries[FIELDS * index + DOMAIN] = domain;
        }
        entries[FIELDS * index + SERVER] = server;
        entries[FIELDS * index + SEQUENCE] = sequence;
    }

    /** For each domain, the later object's transaction takes precedence. */
    @Override
    public MariaDbGtidState followedBy(Gtids later) {
        MariaDbGtidState result = new MariaDbGtidState();
        result.entries = entries.clone();
        result.count = count;
        MariaDbGtidState other = (MariaDbGtidState) later;
        for (int entry = 0; entry < FIELDS * other.count; entry += FIELDS) {
            result.add(
                    other.entries[entry + DOMAIN], other.entries[entry + SERVER], "", other.entries[entry + SEQUENCE]);
        }
        return result;
    }

    /** Requires the same or a higher number in each domain of the other object. */
    @Override
    public boolean includes(Gtids subset) {
        MariaDbGtidState other = (MariaDbGtidState) subset;
        for (int entry = 0; entry < FIELDS * other.count; entry += FIELDS) {
            int index = indexOf(other.entries[entry + DOMAIN]);
            if (index < 0
                    || Long.compareUnsigned(entries[FIELDS * index + SEQUENCE], other.entries[entry + SEQUENCE]) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean endsWith(long number) {
        return false;
    }

    @Override
    public void extend(long numbers) {
        throw new IllegalStateException("only the last transaction of each domain is kept");
    }

    @Override
    public void checkLimits() throws StreamProtocolException {
        if (count > MAX_DOMAINS) {
            throw new StreamProtocolException("GTIDs of more than " + MAX_DOMAINS + " domains");
        }
    }

    private void insert(int index) {
        if (FIELDS * count == entries.length) {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
        int start = FIELDS * index;
        System.arraycopy(entries, start, entries, start + FIELDS, FIELDS * count - start);
        count++;
    }

    /** Returns the negated insertion point minus one if the domain is missing. */
    private int indexOf(long domain) {
        int from = 0;
        int to = count - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            long middleDomain = entries[FIELDS * middle + DOMAIN];
            if (middleDomain == domain) {
                return middle;
            }
            if (middleDomain < domain) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -from - 1;
    }

    private static long id(String digits) {
        long id = Long.parseLong(digits);
        if (id > MAX_ID) {
            throw new IllegalArgumentException("not a list of MariaDB GTIDs: " + digits + " is above " + MAX_ID);
        }
        return id;
    }

    private static long sequence(String digits) {
        try {
            return Long.parseUnsignedLong(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a list of MariaDB GTIDs: " + digits + " has more than 64 bits", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MariaDbGtidState state
                && Arrays.equals(entries, 0, FIELDS * count, state.entries, 0, FIELDS * state.count);
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Format of {@code @slave_connect_state}: {@code 0-1-10,1-2-7}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int entry = 0; entry < FIELDS * count; entry += FIELDS) {
            Gtid last = new Gtid(true, entries[entry + DOMAIN], entries[entry + SERVER], "", entries[entry + SEQUENCE]);
            text.append(entry == 0 ? "" : ",").append(last);
        }
        return text.toString();
    }
}
