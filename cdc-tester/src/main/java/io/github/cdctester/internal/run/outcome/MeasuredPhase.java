// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult.PhaseSpan;

/**
 * A phase that has ended.
 *
 * @param span how it went
 * @param cdc what the streams carried in it, all together
 */
public record MeasuredPhase(PhaseSpan span, CdcSummary cdc) {}
