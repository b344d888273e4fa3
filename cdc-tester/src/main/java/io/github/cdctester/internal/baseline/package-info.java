// SPDX-License-Identifier: Apache-2.0
/** What was measured in earlier nights, in a file that users keep beside their tests, and what it says about tonight. */
@NullMarked
package io.github.cdctester.internal.baseline;

import org.jspecify.annotations.NullMarked;
