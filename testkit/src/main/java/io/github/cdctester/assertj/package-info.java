// SPDX-License-Identifier: Apache-2.0
/**
 * AssertJ assertions on results: {@link io.github.cdctester.assertj.CdcAssertions#assertThat(io.github.cdctester.result.RunResult)}.
 * A failure names the value, the limit, the second in which it broke first and what else happened in it.
 */
@NullMarked
package io.github.cdctester.assertj;

import org.jspecify.annotations.NullMarked;
