// SPDX-License-Identifier: Apache-2.0
/** The faults that a run injects, and their schedule. */
@NullMarked
package io.github.cdctester.config.fault;

import org.jspecify.annotations.NullMarked;
