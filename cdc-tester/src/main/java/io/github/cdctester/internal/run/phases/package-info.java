// SPDX-License-Identifier: Apache-2.0
/** What the measured part of a run is planned to consist of: loads, watching, waiting, one after the other. */
@NullMarked
package io.github.cdctester.internal.run.phases;

import org.jspecify.annotations.NullMarked;
