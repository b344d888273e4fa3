// SPDX-License-Identifier: Apache-2.0
/** The faults that a run injects, and when. */
@NullMarked
package io.github.cdctester.config.fault;

import org.jspecify.annotations.NullMarked;
