// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

/** Whether a stream moves, and whether it should. */
public enum StreamState {
    /** Bytes arrived. */
    FLOWING,
    /** Nothing arrived, and the source has nothing more. */
    IDLE,
    /** Nothing arrived, although the source has more. */
    STUCK
}
