// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** Whether the rows inside of events are counted. */
public enum RowCounting {
    /** Rows are not counted: only headers are looked at. */
    OFF,
    /** Every row image is walked over; costs CPU time for each byte of rows. */
    EXACT
}
