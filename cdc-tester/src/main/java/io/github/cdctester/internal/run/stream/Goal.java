// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import java.util.List;

/** Where the streams of a run are to get to. */
public interface Goal {

    /** A server does not tell how much is left. */
    long UNKNOWN = -1;

    /** Whether all streams have got there. One that has is not asked again. */
    boolean isReached();

    /** Bytes of the log that are still to come, or {@link #UNKNOWN}. */
    long bytesLeft();

    /** The names of the streams that have not got there. */
    List<String> missing();
}
