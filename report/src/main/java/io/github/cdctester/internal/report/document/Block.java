// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

public sealed interface Block permits Chart, Table, Facts, Prose {

    Detail detail();
}
