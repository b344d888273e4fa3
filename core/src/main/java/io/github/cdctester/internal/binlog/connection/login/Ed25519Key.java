// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A signing key of Ed25519 (RFC 8032, section 5.1) whose seed may have any length; the Java runtime's own takes 32 bytes only.
 * Made for the few signatures of a login: not fast, and not guarded against somebody who can time it on the same machine.
 */
final class Ed25519Key {

    /** The order of the base point, L. */
    private static final BigInteger ORDER =
            BigInteger.ONE.shiftLeft(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private final BigInteger scalar;
    private final byte[] prefix;
    private final byte[] publicKey;

    Ed25519Key(byte[] seed) {
        byte[] hash = Digests.sha512(seed);
        byte[] low = Arrays.copyOf(hash, 32);
        low[0] &= (byte) 0xF8;
        low[31] &= 0x7F;
        low[31] |= 0x40;
        scalar = EdwardsPoint.littleEndian(low);
        prefix = Arrays.copyOfRange(hash, 32, 64);
        publicKey = EdwardsPoint.BASE.times(scalar).encoded();
    }

    /** 32 bytes; MariaDB keeps them, in Base64, as the account's authentication string. */
    byte[] publicKey() {
        return Arrays.copyOf(publicKey, publicKey.length);
    }

    /** R and S, 64 bytes. */
    byte[] sign(byte[] message) {
        BigInteger nonce =
                EdwardsPoint.littleEndian(Digests.sha512(prefix, message)).mod(ORDER);
        byte[] commitment = EdwardsPoint.BASE.times(nonce).encoded();
        BigInteger challenge = EdwardsPoint.littleEndian(Digests.sha512(commitment, publicKey, message))
                .mod(ORDER);
        byte[] response =
                EdwardsPoint.littleEndian(nonce.add(challenge.multiply(scalar)).mod(ORDER));
        byte[] signature = Arrays.copyOf(commitment, 64);
        System.arraycopy(response, 0, signature, 32, 32);
        return signature;
    }
}
