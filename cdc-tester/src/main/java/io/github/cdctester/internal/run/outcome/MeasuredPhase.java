// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult.PhaseSpan;

/** A phase that has ended. */
public record MeasuredPhase(PhaseSpan span, CdcSummary cdc) {}
