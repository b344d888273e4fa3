-- SPDX-License-Identifier: Apache-2.0
-- The twelve consistency conditions (3.3.2), each with a query for the rows that break it. A query is a single statement, and so sees one state of
-- the tables; it is asked for one part of them after the other, along primary keys: WAREHOUSE or DISTRICT, whose numbers are {w} and {d}; or ALL at
-- once, for history, which has no index on its warehouse: then {w} is the number of warehouses.

[3.3.2.1 WAREHOUSE] w_ytd = sum(d_ytd)
SELECT w_id AS warehouse, w_ytd, total AS `sum(d_ytd)`
FROM warehouse LEFT JOIN
    (SELECT d_w_id, SUM(d_ytd) AS total FROM district WHERE d_w_id = {w} GROUP BY d_w_id) d ON d_w_id = w_id
WHERE w_id = {w} AND NOT (w_ytd <=> total)

[3.3.2.2 WAREHOUSE] d_next_o_id - 1 = max(o_id) = max(no_o_id)
SELECT d_w_id AS warehouse, d_id AS district, d_next_o_id, last AS `max(o_id)`, last_new AS `max(no_o_id)`
FROM district LEFT JOIN
    (SELECT o_d_id, MAX(o_id) AS last FROM orders WHERE o_w_id = {w} GROUP BY o_d_id) o
        ON o_d_id = d_id LEFT JOIN
    (SELECT no_d_id, MAX(no_o_id) AS last_new FROM new_order WHERE no_w_id = {w} GROUP BY no_d_id) n
        ON no_d_id = d_id
WHERE d_w_id = {w} AND (NOT (last <=> d_next_o_id - 1) OR last_new <> d_next_o_id - 1)

[3.3.2.3 WAREHOUSE] max(no_o_id) - min(no_o_id) + 1 = count(new_order)
SELECT no_w_id AS warehouse, no_d_id AS district, MAX(no_o_id) AS `max(no_o_id)`,
    MIN(no_o_id) AS `min(no_o_id)`, COUNT(*) AS `count(new_order)`
FROM new_order WHERE no_w_id = {w} GROUP BY no_w_id, no_d_id
HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)

[3.3.2.4 WAREHOUSE] sum(o_ol_cnt) = count(order_line)
SELECT d_w_id AS warehouse, d_id AS district, total AS `sum(o_ol_cnt)`, rows_found AS `count(order_line)`
FROM district LEFT JOIN
    (SELECT o_d_id, SUM(o_ol_cnt) AS total FROM orders WHERE o_w_id = {w} GROUP BY o_d_id) o
        ON o_d_id = d_id LEFT JOIN
    (SELECT ol_d_id, COUNT(*) AS rows_found FROM order_line WHERE ol_w_id = {w} GROUP BY ol_d_id) l
        ON ol_d_id = d_id
WHERE d_w_id = {w} AND COALESCE(total, 0) <> COALESCE(rows_found, 0)

[3.3.2.5 DISTRICT] o_carrier_id is null where new_order has the order, and only there
SELECT o_w_id AS warehouse, o_d_id AS district, o_id, o_carrier_id, no_o_id
FROM orders LEFT JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
WHERE o_w_id = {w} AND o_d_id = {d} AND (o_carrier_id IS NULL) <> (no_o_id IS NOT NULL)

[3.3.2.6 DISTRICT] o_ol_cnt = count(order_line) of the order
SELECT o_w_id AS warehouse, o_d_id AS district, o_id, o_ol_cnt, rows_found AS `count(order_line)`
FROM orders LEFT JOIN
    (SELECT ol_o_id, COUNT(*) AS rows_found FROM order_line WHERE ol_w_id = {w} AND ol_d_id = {d}
        GROUP BY ol_o_id) l ON ol_o_id = o_id
WHERE o_w_id = {w} AND o_d_id = {d} AND o_ol_cnt <> COALESCE(rows_found, 0)

[3.3.2.7 DISTRICT] ol_delivery_d is null where o_carrier_id is, and only there
SELECT ol_w_id AS warehouse, ol_d_id AS district, ol_o_id, ol_number, ol_delivery_d, o_carrier_id
FROM order_line JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
WHERE ol_w_id = {w} AND ol_d_id = {d} AND (ol_delivery_d IS NULL) <> (o_carrier_id IS NULL)

[3.3.2.8 ALL] w_ytd = sum(h_amount)
SELECT w_id AS warehouse, w_ytd, total AS `sum(h_amount)`
FROM warehouse LEFT JOIN
    (SELECT h_w_id, SUM(h_amount) AS total FROM history GROUP BY h_w_id) h ON h_w_id = w_id
WHERE w_id <= {w} AND w_ytd <> COALESCE(total, 0)

[3.3.2.9 ALL] d_ytd = sum(h_amount)
SELECT d_w_id AS warehouse, d_id AS district, d_ytd, total AS `sum(h_amount)`
FROM district LEFT JOIN
    (SELECT h_w_id, h_d_id, SUM(h_amount) AS total FROM history GROUP BY h_w_id, h_d_id) h
        ON h_w_id = d_w_id AND h_d_id = d_id
WHERE d_w_id <= {w} AND d_ytd <> COALESCE(total, 0)

[3.3.2.10 DISTRICT] c_balance = sum(ol_amount) delivered - sum(h_amount)
SELECT c_w_id AS warehouse, c_d_id AS district, c_id, c_balance,
    COALESCE(delivered, 0) AS `sum(ol_amount)`, COALESCE(paid, 0) AS `sum(h_amount)`
FROM customer LEFT JOIN
    (SELECT o_c_id, SUM(ol_amount) AS delivered
    FROM orders JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE o_w_id = {w} AND o_d_id = {d} AND ol_w_id = {w} AND ol_d_id = {d} AND ol_delivery_d IS NOT NULL
    GROUP BY o_c_id) o ON o_c_id = c_id LEFT JOIN
    (SELECT h_c_id, SUM(h_amount) AS paid FROM history WHERE h_c_w_id = {w} AND h_c_d_id = {d}
        GROUP BY h_c_id) h ON h_c_id = c_id
WHERE c_w_id = {w} AND c_d_id = {d} AND c_balance <> COALESCE(delivered, 0) - COALESCE(paid, 0)

[3.3.2.11 WAREHOUSE] count(orders) - count(new_order) = 2100
SELECT d_w_id AS warehouse, d_id AS district, o_rows AS `count(orders)`, no_rows AS `count(new_order)`
FROM district LEFT JOIN
    (SELECT o_d_id, COUNT(*) AS o_rows FROM orders WHERE o_w_id = {w} GROUP BY o_d_id) o
        ON o_d_id = d_id LEFT JOIN
    (SELECT no_d_id, COUNT(*) AS no_rows FROM new_order WHERE no_w_id = {w} GROUP BY no_d_id) n
        ON no_d_id = d_id
WHERE d_w_id = {w} AND COALESCE(o_rows, 0) - COALESCE(no_rows, 0) <> 2100

[3.3.2.12 DISTRICT] c_balance + c_ytd_payment = sum(ol_amount) delivered
SELECT c_w_id AS warehouse, c_d_id AS district, c_id, c_balance, c_ytd_payment,
    COALESCE(delivered, 0) AS `sum(ol_amount)`
FROM customer LEFT JOIN
    (SELECT o_c_id, SUM(ol_amount) AS delivered
    FROM orders JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE o_w_id = {w} AND o_d_id = {d} AND ol_w_id = {w} AND ol_d_id = {d} AND ol_delivery_d IS NOT NULL
    GROUP BY o_c_id) o ON o_c_id = c_id
WHERE c_w_id = {w} AND c_d_id = {d} AND c_balance + c_ytd_payment <> COALESCE(delivered, 0)
