// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

/** Any result: of a run, an experiment, a plan, or a comparison of two results. */
public sealed interface Result permits RunResult, ExperimentResult, PlanResult, Comparison {}
