-- SPDX-License-Identifier: Apache-2.0
-- The nine tables (1.3) in the order in which they are created. Of each: a statement of a run that touches no row and needs its privileges; columns and keys.

[warehouse]
UPDATE warehouse SET w_ytd = w_ytd WHERE w_id = 0

w_id INT NOT NULL,
w_name VARCHAR(10) NOT NULL,
w_street_1 VARCHAR(20) NOT NULL,
w_street_2 VARCHAR(20) NOT NULL,
w_city VARCHAR(20) NOT NULL,
w_state CHAR(2) NOT NULL,
w_zip CHAR(9) NOT NULL,
w_tax DECIMAL(4,4) NOT NULL,
w_ytd DECIMAL(12,2) NOT NULL,
PRIMARY KEY (w_id)

[district]
UPDATE district SET d_ytd = d_ytd WHERE d_w_id = 0

d_id INT NOT NULL,
d_w_id INT NOT NULL,
d_name VARCHAR(10) NOT NULL,
d_street_1 VARCHAR(20) NOT NULL,
d_street_2 VARCHAR(20) NOT NULL,
d_city VARCHAR(20) NOT NULL,
d_state CHAR(2) NOT NULL,
d_zip CHAR(9) NOT NULL,
d_tax DECIMAL(4,4) NOT NULL,
d_ytd DECIMAL(12,2) NOT NULL,
d_next_o_id INT NOT NULL,
PRIMARY KEY (d_w_id, d_id)

[customer]
UPDATE customer SET c_balance = c_balance WHERE c_w_id = 0

c_id INT NOT NULL,
c_d_id INT NOT NULL,
c_w_id INT NOT NULL,
c_first VARCHAR(16) NOT NULL,
c_middle CHAR(2) NOT NULL,
c_last VARCHAR(16) NOT NULL,
c_street_1 VARCHAR(20) NOT NULL,
c_street_2 VARCHAR(20) NOT NULL,
c_city VARCHAR(20) NOT NULL,
c_state CHAR(2) NOT NULL,
c_zip CHAR(9) NOT NULL,
c_phone CHAR(16) NOT NULL,
c_since DATETIME NOT NULL,
c_credit CHAR(2) NOT NULL,
c_credit_lim DECIMAL(12,2) NOT NULL,
c_discount DECIMAL(4,4) NOT NULL,
c_balance DECIMAL(12,2) NOT NULL,
c_ytd_payment DECIMAL(12,2) NOT NULL,
c_payment_cnt INT NOT NULL,
c_delivery_cnt INT NOT NULL,
c_data VARCHAR(500) NOT NULL,
PRIMARY KEY (c_w_id, c_d_id, c_id),
KEY idx_customer (c_w_id, c_d_id, c_last, c_first)

[history]
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (0, 0, 0, 0, 0, NOW(), 0, '')

h_c_id INT NOT NULL,
h_c_d_id INT NOT NULL,
h_c_w_id INT NOT NULL,
h_d_id INT NOT NULL,
h_w_id INT NOT NULL,
h_date DATETIME NOT NULL,
h_amount DECIMAL(6,2) NOT NULL,
h_data VARCHAR(24) NOT NULL,
KEY idx_history_customer (h_c_w_id, h_c_d_id, h_c_id)

[new_order]
DELETE FROM new_order WHERE no_w_id = 0

no_o_id INT NOT NULL,
no_d_id INT NOT NULL,
no_w_id INT NOT NULL,
PRIMARY KEY (no_w_id, no_d_id, no_o_id)

[orders]
UPDATE orders SET o_carrier_id = o_carrier_id WHERE o_w_id = 0

o_id INT NOT NULL,
o_d_id INT NOT NULL,
o_w_id INT NOT NULL,
o_c_id INT NOT NULL,
o_entry_d DATETIME NOT NULL,
o_carrier_id INT,
o_ol_cnt INT NOT NULL,
o_all_local INT NOT NULL,
PRIMARY KEY (o_w_id, o_d_id, o_id),
KEY idx_order (o_w_id, o_d_id, o_c_id, o_id)

[order_line]
UPDATE order_line SET ol_delivery_d = ol_delivery_d WHERE ol_w_id = 0

ol_o_id INT NOT NULL,
ol_d_id INT NOT NULL,
ol_w_id INT NOT NULL,
ol_number INT NOT NULL,
ol_i_id INT NOT NULL,
ol_supply_w_id INT NOT NULL,
ol_delivery_d DATETIME,
ol_quantity INT NOT NULL,
ol_amount DECIMAL(6,2) NOT NULL,
ol_dist_info CHAR(24) NOT NULL,
PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)

[stock]
UPDATE stock SET s_quantity = s_quantity WHERE s_w_id = 0

s_i_id INT NOT NULL,
s_w_id INT NOT NULL,
s_quantity INT NOT NULL,
s_dist_01 CHAR(24) NOT NULL,
s_dist_02 CHAR(24) NOT NULL,
s_dist_03 CHAR(24) NOT NULL,
s_dist_04 CHAR(24) NOT NULL,
s_dist_05 CHAR(24) NOT NULL,
s_dist_06 CHAR(24) NOT NULL,
s_dist_07 CHAR(24) NOT NULL,
s_dist_08 CHAR(24) NOT NULL,
s_dist_09 CHAR(24) NOT NULL,
s_dist_10 CHAR(24) NOT NULL,
s_ytd INT NOT NULL,
s_order_cnt INT NOT NULL,
s_remote_cnt INT NOT NULL,
s_data VARCHAR(50) NOT NULL,
PRIMARY KEY (s_w_id, s_i_id)

[item]
SELECT i_id FROM item WHERE i_id = 0

i_id INT NOT NULL,
i_im_id INT NOT NULL,
i_name VARCHAR(24) NOT NULL,
i_price DECIMAL(5,2) NOT NULL,
i_data VARCHAR(50) NOT NULL,
PRIMARY KEY (i_id)
