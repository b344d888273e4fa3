// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.cli.terminal.view.LiveState.Progress;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.sample.SampleRow;
import org.jspecify.annotations.Nullable;

final class RunProgress {

    /** Without a sample for this time, another activity is assumed. */
    private static final double MAX_SAMPLE_AGE_SECONDS = 2.5;

    /** Maximum time that is shown beyond the last sample, if the next sample is late. */
    private static final double MAX_LATE_SECONDS = 1.5;

    /** Weight of the latest sample in the byte rate. */
    private static final double SMOOTHING = 0.2;

    private Window window = Window.DEFAULT;
    private boolean readsUntilCurrentEnd;
    private long rowsDone;
    private long rowsTotal;
    private SampleRow.@Nullable RunPart part;
    private long sampledNanos;
    private double partSeconds;
    private long transactions;
    private long partBytes;
    private long bytesToRead;
    private double bytesPerSecond;

    void begin(Window newWindow) {
        window = newWindow;
        part = null;
        rowsTotal = 0;
    }

    void readUntilCurrentEnd() {
        readsUntilCurrentEnd = true;
    }

    void beginStep() {
        rowsTotal = 0;
    }

    void setRows(long done, long total) {
        rowsDone = done;
        rowsTotal = total;
    }

    void addSample(SampleRow row, long nowNanos) {
        if (part != row.phase()) {
            part = row.phase();
            partSeconds = 0;
            transactions = 0;
            partBytes = 0;
            bytesToRead = 0;
            bytesPerSecond = row.cdc() == null ? 0 : row.cdc().bytesPerSecond();
        }
        sampledNanos = nowNanos;
        partSeconds += row.seconds();
        SampleRow.Write write = row.write();
        transactions +=
                write == null ? row.stream().transactions() - row.stream().heartbeats() : write.transactions();
        if (row.cdc() != null) {
            addRead(row.cdc());
        }
    }

    private void addRead(SampleRow.Cdc cdc) {
        partBytes += cdc.bytes();
        bytesPerSecond += SMOOTHING * (cdc.bytesPerSecond() - bytesPerSecond);
        Long behind = cdc.behindBytes();
        if (bytesToRead == 0 && behind != null) {
            bytesToRead = partBytes + behind; // bytes of later writes are not included
        }
    }

    /** Returns {@code null} if only the start of the activity is known. */
    @Nullable
    Progress progressAt(long nowNanos, double stepSeconds) {
        if (rowsTotal > 0) {
            return progressByCount(stepSeconds, rowsDone, rowsTotal, "rows");
        }
        SampleRow.RunPart currentPart = part;
        double secondsSinceSample = (nowNanos - sampledNanos) / 1e9;
        boolean isFromPreviousStep = stepSeconds <= secondsSinceSample;
        if (currentPart == null
                || isFromPreviousStep
                        && (secondsSinceSample > MAX_SAMPLE_AGE_SECONDS || currentPart == SampleRow.RunPart.WARM_UP)) {
            return null; // the samples belong to an earlier activity
        }
        double seconds = partSeconds + Math.min(secondsSinceSample, MAX_LATE_SECONDS);
        return switch (currentPart) {
            case WARM_UP -> progressByTime(seconds, window.warmUp().toNanos() / 1e9);
            case MEASURE -> progressOfMeasuredPart(seconds);
            case DRAIN -> progressByBytes(seconds);
        };
    }

    private Progress progressOfMeasuredPart(double seconds) {
        if (readsUntilCurrentEnd) {
            return progressByBytes(seconds);
        }
        Progress byTime = progressByTime(seconds, window.measure().toNanos() / 1e9);
        if (window.events() == 0) {
            return byTime;
        }
        Progress byCount = progressByCount(seconds, transactions, window.events(), "transactions");
        return byTime.share() > byCount.share() ? byTime : byCount; // the run ends at the limit that is reached first
    }

    private static Progress progressByTime(double seconds, double total) {
        return total <= 0
                ? new Progress(seconds, Double.NaN, "", Double.NaN)
                : new Progress(seconds, Math.min(1, seconds / total), "", Math.max(0, total - seconds));
    }

    private static Progress progressByCount(double seconds, long done, long total, String unit) {
        double share = Math.min(1, (double) done / total);
        String amountText = Amounts.numberText(done) + " of " + Amounts.numberText(total) + " " + unit;
        return new Progress(seconds, share, amountText, share <= 0 ? Double.NaN : seconds * (1 - share) / share);
    }

    private Progress progressByBytes(double seconds) {
        if (bytesToRead == 0) {
            return new Progress(seconds, Double.NaN, Amounts.bytes(partBytes), Double.NaN);
        }
        return new Progress(
                seconds,
                Math.min(1, (double) partBytes / bytesToRead),
                Amounts.bytes(partBytes) + " of " + Amounts.bytes(bytesToRead),
                bytesPerSecond <= 0 ? Double.NaN : Math.max(0, bytesToRead - partBytes) / bytesPerSecond);
    }
}
