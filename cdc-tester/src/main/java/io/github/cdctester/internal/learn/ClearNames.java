// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names as a workload file takes them: letters, digits, '_' and '$'. Or hashes of about the same length, with a salt of this file's own,
 * so that nobody finds a name out by trying.
 */
final class ClearNames {

    private static final int MOST = 60;
    private static final int LEAST_HASH = 6;

    private final boolean hashed;
    private final byte[] salt = new byte[16];
    private final Map<String, String> known = new HashMap<>();
    private final Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    ClearNames(boolean hashed) {
        this.hashed = hashed;
        new SecureRandom().nextBytes(salt);
    }

    /** The name of something; the same for the same. */
    String of(String name) {
        return known.computeIfAbsent(name, this::made);
    }

    private String made(String name) {
        String clear = hashed ? hash(name) : name.replaceAll("[^A-Za-z0-9_$]", "_");
        clear = clear.length() > MOST ? clear.substring(0, MOST) : clear;
        clear = clear.isEmpty() || clear.matches("\\d+") ? "n" + clear : clear;
        String free = clear;
        for (int i = 2; !taken.add(free); i++) {
            free = clear + "_" + i;
        }
        return free;
    }

    private String hash(String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            byte[] hash = digest.digest(name.getBytes(StandardCharsets.UTF_8));
            return "h"
                    + HexFormat.of()
                            .formatHex(hash)
                            .substring(0, Math.max(LEAST_HASH, Math.min(MOST, name.length())) - 1);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JDK has it
        }
    }
}
