// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.time.Instant;
import java.util.List;

/**
 * Verdicts and limits as tests.
 *
 * @param place dotted name that JUnit uses as the class name
 */
public record TestSuite(String name, String place, Instant startedAt, double seconds, List<TestCase> cases) {}
