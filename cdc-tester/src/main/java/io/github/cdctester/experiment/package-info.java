// SPDX-License-Identifier: Apache-2.0
/** What a sweep goes over, what it does when a run fails, and who is told how it goes. */
@NullMarked
package io.github.cdctester.experiment;

import org.jspecify.annotations.NullMarked;
