// SPDX-License-Identifier: Apache-2.0
/** Whether a suite's numbers are still what they were, night after night, on machines that others use, too. */
@NullMarked
package io.github.cdctester.baseline;

import org.jspecify.annotations.NullMarked;
