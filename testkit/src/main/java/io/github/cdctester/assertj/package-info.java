// SPDX-License-Identifier: Apache-2.0
/**
 * AssertJ assertions on results:
 * {@link io.github.cdctester.assertj.CdcAssertions#assertThat(io.github.cdctester.result.RunResult)}. A failure message contains
 * the value, the limit, the first second that broke the limit, and other values of this second.
 */
@NullMarked
package io.github.cdctester.assertj;

import org.jspecify.annotations.NullMarked;
