// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A signing key of Ed25519 (RFC 8032, section 5.1) with a seed of any length; the Java runtime accepts only 32 bytes. Slow, and not
 * protected against timing attacks on the same machine.
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
        byte[] scalarBytes = Arrays.copyOf(hash, 32);
        scalarBytes[0] &= (byte) 0xF8;
        scalarBytes[31] &= 0x7F;
        scalarBytes[31] |= 0x40;
        scalar = EdwardsPoint.littleEndian(scalarBytes);
        prefix = Arrays.copyOfRange(hash, 32, 64);
        publicKey = EdwardsPoint.BASE.times(scalar).encoded();
    }

    /** MariaDB stores these 32 bytes, in Base64, as the account's authentication string. */
    byte[] publicKey() {
        return Arrays.copyOf(publicKey, publicKey.length);
    }

    /** Returns R and S, together 64 bytes. */
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

    /** Extended coordinates in edwards25519: x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, section 5.1.4). */
    private record EdwardsPoint(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {

        private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
        private static final BigInteger D = BigInteger.valueOf(-121_665)
                .multiply(BigInteger.valueOf(121_666).modInverse(PRIME))
                .mod(PRIME);
        private static final int SCALAR_BITS = 255;

        private static final EdwardsPoint NEUTRAL =
                new EdwardsPoint(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO);

        static final EdwardsPoint BASE = ofAffine(
                new BigInteger("15112221349535400772501151409588531511454012693041857206046113283949847762202"),
                new BigInteger("46316835694926478169428394003475163141307993866256225615783033603165251855960"));

        private static EdwardsPoint ofAffine(BigInteger x, BigInteger y) {
            return new EdwardsPoint(x, y, BigInteger.ONE, x.multiply(y).mod(PRIME));
        }

        EdwardsPoint plus(EdwardsPoint other) {
            BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x)).mod(PRIME);
            BigInteger b = y.add(x).multiply(other.y.add(other.x)).mod(PRIME);
            BigInteger c =
                    t.shiftLeft(1).multiply(D).mod(PRIME).multiply(other.t).mod(PRIME);
            BigInteger d = z.shiftLeft(1).multiply(other.z).mod(PRIME);
            BigInteger e = b.subtract(a);
            BigInteger f = d.subtract(c);
            BigInteger g = d.add(c);
            BigInteger h = b.add(a);
            return new EdwardsPoint(
                    e.multiply(f).mod(PRIME),
                    g.multiply(h).mod(PRIME),
                    f.multiply(g).mod(PRIME),
                    e.multiply(h).mod(PRIME));
        }

        /** A Montgomery ladder needs the same number of additions for every scalar below 2^255. */
        EdwardsPoint times(BigInteger scalar) {
            EdwardsPoint low = NEUTRAL;
            EdwardsPoint high = this;
            for (int bit = SCALAR_BITS - 1; bit >= 0; bit--) {
                EdwardsPoint sum = low.plus(high);
                if (scalar.testBit(bit)) {
                    low = sum;
                    high = high.plus(high);
                } else {
                    high = sum;
                    low = low.plus(low);
                }
            }
            return low;
        }

        /** Returns 32 bytes: y, with the lowest bit of x as the highest bit. */
        byte[] encoded() {
            BigInteger inverse = z.modInverse(PRIME);
            byte[] bytes = littleEndian(y.multiply(inverse).mod(PRIME));
            if (x.multiply(inverse).mod(PRIME).testBit(0)) {
                bytes[31] |= (byte) 0x80;
            }
            return bytes;
        }

        static BigInteger littleEndian(byte[] bytes) {
            byte[] reversed = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                reversed[bytes.length - 1 - i] = bytes[i];
            }
            return new BigInteger(1, reversed);
        }

        /** {@code number} must be below 2^256. */
        static byte[] littleEndian(BigInteger number) {
            byte[] bigEndian = number.toByteArray();
            byte[] bytes = new byte[32];
            for (int i = 0; i < Math.min(32, bigEndian.length); i++) {
                bytes[i] = bigEndian[bigEndian.length - 1 - i];
            }
            return bytes;
        }
    }
}
