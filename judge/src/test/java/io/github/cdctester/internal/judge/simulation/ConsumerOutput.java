// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.internal.judge.simulation.Scenario.Fault;
import io.github.cdctester.internal.judge.simulation.Scenario.FaultKind;
import io.github.cdctester.internal.judge.simulation.Scenario.Owner;
import io.github.cdctester.internal.judge.simulation.Scenario.Row;
import io.github.cdctester.internal.judge.simulation.Scenario.Transaction;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The faults of a scenario change the transactions of the log. */
final class ConsumerOutput {

    enum ItemType {
        CHANGE,
        STRAY,
        GARBAGE
    }

    /** {@code row} is {@code null} in the report of a transaction; {@code GARBAGE} is not a report. */
    record Item(
            ItemType kind,
            Transaction transaction,
            @Nullable Row row) {}

    private final Scenario scenario;

    private ConsumerOutput(Scenario scenario) {
        this.scenario = scenario;
    }

    static List<Item> of(Scenario scenario) {
        ConsumerOutput output = new ConsumerOutput(scenario);
        List<List<Item>> blocks = output.blocks();
        List<Item> items = new ArrayList<>();
        blocks.forEach(items::addAll);
        return scenario.settings().consumerThreads() == 1 ? items : output.interleave(items);
    }

    private List<List<Item>> blocks() {
        List<List<Item>> blocks = new ArrayList<>();
        List<Item> swappedBlock = List.of();
        for (Transaction transaction : scenario.transactions()) {
            if (hasFault(FaultKind.STOP, transaction)) {
                break;
            }
            List<Item> block = hasFault(FaultKind.LOSE, transaction) ? new ArrayList<>() : block(transaction);
            if (hasFault(FaultKind.GARBAGE, transaction)) {
                block.add(new Item(ItemType.GARBAGE, transaction, null));
            }
            if (hasFault(FaultKind.STRAY, transaction)) {
                Row row = new Row("stray", true);
                block.add(new Item(ItemType.STRAY, transaction, isByRow() ? row : null));
            }
            if (hasFault(FaultKind.SWAP, transaction) && swappedBlock.isEmpty()) {
                swappedBlock = block;
                continue;
            }
            blocks.add(block);
            blocks.add(swappedBlock);
            swappedBlock = List.of();
            if (hasFault(FaultKind.REPEAT, transaction)) {
                int from = Math.max(0, blocks.size() - 6);
                List.copyOf(blocks.subList(from, blocks.size())).forEach(repeated -> blocks.add(changesOf(repeated)));
            }
        }
        blocks.add(swappedBlock);
        return blocks;
    }

    private static List<Item> changesOf(List<Item> block) {
        return block.stream().filter(item -> item.kind() == ItemType.CHANGE).toList();
    }

    private List<Item> block(Transaction transaction) {
        List<Item> block = new ArrayList<>();
        if (!isByRow()) {
            block.add(new Item(ItemType.CHANGE, transaction, null));
            return block;
        }
        if (transaction.owner() == Owner.HEARTBEAT) {
            return block;
        }
        for (Row row : transaction.rows()) {
            if (row.ofWorkload() && scenario.has(FaultKind.ONLY_TRIGGER_ROWS)) {
                continue;
            }
            block.add(new Item(ItemType.CHANGE, transaction, row));
        }
        List<Item> rows = block.stream().filter(item -> item.row().ofWorkload()).toList();
        if (!rows.isEmpty() && hasFault(FaultKind.LOSE_ROW, transaction)) {
            block.remove(rows.get(0));
        }
        if (!rows.isEmpty() && hasFault(FaultKind.REPEAT_ROW, transaction)) {
            block.add(rows.get(rows.size() - 1));
        }
        if (rows.size() > 1 && block.contains(rows.get(0)) && hasFault(FaultKind.COPY_ROW, transaction)) {
            block.set(block.indexOf(rows.get(0)), rows.get(1));
        }
        return block;
    }

    /** Like parallel threads with their own keys, so the changes of a key keep their order. */
    private List<Item> interleave(List<Item> items) {
        int threads = scenario.settings().consumerThreads();
        List<List<Item>> queues = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            queues.add(new ArrayList<>());
        }
        for (Item item : items) {
            String key = item.row() == null ? "" : item.row().key();
            queues.get(Math.floorMod(key.hashCode(), threads)).add(item);
        }
        Random random = new Random(scenario.scheduleSeed());
        List<Item> interleavedItems = new ArrayList<>();
        while (queues.stream().anyMatch(queue -> !queue.isEmpty())) {
            List<Item> queue = queues.get(random.nextInt(threads));
            for (int i = random.nextInt(4); i > 0 && !queue.isEmpty(); i--) {
                interleavedItems.add(queue.remove(0));
            }
        }
        return interleavedItems;
    }

    private boolean isByRow() {
        return scenario.settings().identity() == Identity.ROW;
    }

    private boolean hasFault(FaultKind kind, Transaction transaction) {
        return scenario.faults().contains(new Fault(kind, transaction.id()));
    }
}
