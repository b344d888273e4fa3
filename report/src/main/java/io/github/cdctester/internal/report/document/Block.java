// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** A part of a section. */
public sealed interface Block permits Chart, Table, Facts, Prose {

    Detail detail();
}
