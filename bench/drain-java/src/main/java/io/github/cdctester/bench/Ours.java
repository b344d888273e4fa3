// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import java.time.Duration;
import java.util.Locale;

/**
 * cdc-tester through its public API.
 *
 * @param mode measurements in addition to counting events
 */
record Ours(Target target, Mode mode) implements Side {

    /** The compared settings of the library. */
    enum Mode {
        HEADERS {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec;
            }
        },
        NO_VERDICT {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec;
            }
        },
        CHECKSUMS {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec.verifyChecksums(true);
            }
        },
        ROWS {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec.rowCounting(RowCounting.EXACT);
            }
        },
        CONNECTOR {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec.reader(Reader.CONNECTOR);
            }
        },
        EVERYTHING {
            @Override
            SubscriberSpec apply(SubscriberSpec spec) {
                return spec.rowCounting(RowCounting.EXACT).verifyChecksums(true);
            }
        };

        abstract SubscriberSpec apply(SubscriberSpec spec);
    }

    @Override
    public String read(String argument) {
        RunResult result = plan(
                        target, mode.apply(SubscriberSpec.DEFAULT.from(StartPosition.parse(target.file() + ":4"))))
                .verify(mode == Mode.NO_VERDICT ? Verification.OFF : Verification.AUTO)
                .window(warmUp(Duration.ZERO), measure(Duration.ZERO))
                .drain();
        if (result.interrupted()) {
            throw new IllegalStateException(result.interruptedBecause());
        }
        CdcSummary cdc = result.summary().cdc();
        return String.format(
                Locale.ROOT,
                "bytes=%d seconds=%.6f events=%d transactions=%d rows=%d readercpu=%.3f heap=%d",
                cdc.bytes(),
                cdc.seconds(),
                cdc.events(),
                cdc.transactions(),
                cdc.rows(),
                result.summary().tester().readerCpuSeconds(),
                result.summary().tester().maxHeapBytes());
    }

    static PlanBuilder plan(Target target, SubscriberSpec subscriber) {
        Endpoint endpoint = Endpoint.of(Target.HOST, target.port(), "", Target.USER, Password.NONE)
                .withSsl(target.tls() ? SslMode.REQUIRED : SslMode.DISABLED, null);
        return CdcTester.plan().endpoint(endpoint).subscriber(subscriber);
    }
}
