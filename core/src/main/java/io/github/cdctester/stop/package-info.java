// SPDX-License-Identifier: Apache-2.0
/** The request to end a run, or the preparation of its tables, early. */
@NullMarked
package io.github.cdctester.stop;

import org.jspecify.annotations.NullMarked;
