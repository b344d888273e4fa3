// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** How compressed transactions of MySQL (TRANSACTION_PAYLOAD events) are counted. */
public enum PayloadCounting {
    /** As they are on the wire: one event. What it would inflate to is known from its head. */
    WIRE,
    /** They are inflated as well, and the events in them are counted apart; costs CPU time for each byte of them. */
    INFLATE
}
