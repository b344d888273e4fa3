// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.FaultMark;
import java.util.ArrayList;
import java.util.List;

/** What is to be said of a run in which things were broken on purpose. */
public final class FaultNotes {

    /** The way of the stream is another than without. */
    public static final String THROUGH_PROXY =
            "the stream went through a proxy on this machine, for the faults of the network: each byte is copied once more";

    private FaultNotes() {}

    /**
     * The notes of a result.
     *
     * @param throughProxy whether the stream went through proxies of the run's own
     */
    static List<String> of(List<FaultMark> faults, boolean throughProxy) {
        List<String> notes = new ArrayList<>();
        if (throughProxy) {
            notes.add(THROUGH_PROXY);
        }
        for (FaultMark mark : faults) {
            String failure = mark.failure();
            if (failure != null) {
                notes.add("the fault '" + mark.fault() + "' could not be carried out: " + failure);
            }
        }
        return notes;
    }
}
