// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** How a connection uses TLS; the names and meanings are those of MySQL's {@code --ssl-mode}. */
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
