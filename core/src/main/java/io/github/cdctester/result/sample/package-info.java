// SPDX-License-Identifier: Apache-2.0
/** The measured values of each second. */
@NullMarked
package io.github.cdctester.result.sample;

import org.jspecify.annotations.NullMarked;
