// SPDX-License-Identifier: Apache-2.0
/** Reads plan files: experiments in YAML. The keys of a load are the options of {@code run}, and are read by the same rules. */
@NullMarked
package io.github.cdctester.internal.scenario;

import org.jspecify.annotations.NullMarked;
