// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

/** How a run ended, which tells how its tables are dropped. */
public enum RunEnd {

    /** It went as it should: the server answers. */
    ORDERLY,

    /** It broke, perhaps because the server hangs: that is not waited for without an end. */
    BROKEN,

    /** It did not even begin: only what it has made itself is dropped. */
    NOT_BEGUN
}
