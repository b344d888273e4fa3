// SPDX-License-Identifier: Apache-2.0
/** Several runs that belong together: made one after the other, with waits for a stream at rest, and put into rows. */
@NullMarked
package io.github.cdctester.internal.experiment;

import org.jspecify.annotations.NullMarked;
