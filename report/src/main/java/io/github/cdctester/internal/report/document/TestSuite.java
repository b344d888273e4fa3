// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.time.Instant;
import java.util.List;

/** The verdicts and limits of a run or experiment, as tests. {@code className} contains dots, as in JUnit reports. */
public record TestSuite(String name, String className, Instant startedAt, double seconds, List<TestCase> cases) {}
