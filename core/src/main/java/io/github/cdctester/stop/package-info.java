// SPDX-License-Identifier: Apache-2.0
/** A signal to stop a run, or the preparation of its tables, early. */
@NullMarked
package io.github.cdctester.stop;

import org.jspecify.annotations.NullMarked;
