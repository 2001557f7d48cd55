INSERT INTO migrations (timestamp, name) VALUES
(1, 'SearchTerms0000000000001'),
(2, 'Access0000000000002'),
(3, 'TagGroups0000000000003'),
(10, 'Catalog0000000000010'),
(20, 'Sales0000000000020'),
(30, 'FilterItems0000000000030'),
(31, 'SeoAddresses0000000000031'),
(32, 'Tags0000000000032'),
(33, 'News0000000000033'),
(34, 'Definitions0000000000034'),
(35, 'Locations0000000000035'),
(36, 'ChannelLocations0000000000036'),
(40, 'UserGroups0000000000040'),
(41, 'Users0000000000041'),
(42, 'Administration0000000000042'),
(43, 'UserTags0000000000043'),
(50, 'FileLocks0000000000050'),
(60, 'DocumentTags0000000000060'),
(61, 'GeneratedDocuments0000000000061'),
(62, 'Returns0000000000062'),
(63, 'ShipmentLists0000000000063'),
(64, 'OutboxTables0000000000064'),
(65, 'StatusActionTable0000000000065'),
(70, 'RepeatableRequests0000000000070'),
(73, 'GivenBackVouchers0000000000073'),
(74, 'ChosenValues0000000000074'),
(80, 'ExportedShipments0000000000080'),
(81, 'Trackings0000000000081'),
(82, 'SupplierCustomers0000000000082'),
(90, 'TrustedPasswords0000000000090'),
(91, 'MakersOfKeys0000000000091'),
(92, 'CommentsOfChanges0000000000092');
INSERT INTO api_keys VALUES (1, 'Configured key', '1e94b217db8af6c394db4167bd81a51c9fdbab3da9552cb19d89c83e31b29f3b', '["*"]', NULL, '2026-11-22 09:00:00.000', '2026-11-22 09:00:00.000', 0, 'system', 0, '');
INSERT INTO access_locks VALUES (1);
INSERT INTO elements VALUES (1, 'product', 'mug', 'Mug', 'mug', 'M-1', '');
INSERT INTO headquarters VALUES (1, 'office', 'Office', 'office', '', '', 'ES', '', '', '', '', 'ESB12345674', '', '[]');
INSERT INTO taxes VALUES (1, 'vat', 'VAT', 'vat', 21000000, 0);
INSERT INTO number_series VALUES (1, 1, 1, 2026, 1);
INSERT INTO documents VALUES (1, 1, 'first', 'O1-2026-1', 'o1-2026-1', 'O1-2026-', '', 1, '2026-11-20 10:00:00.000', NULL, NULL, 1, NULL, 0, 0, 1, '2026-11-22 09:00:00.000', 'm:tq90jSsu8ZhISJ_M3HGuIl_BjfQG3lEcrFpt47ijD8s', NULL, NULL, NULL, 'en', '', 0, 'EUR', 'EUR', 1, 1, 'ada', 'Ada García', 'ada@example.com', 0, NULL, NULL, '2026-11-22 09:00:00.000', NULL, NULL, 1, 'office', '{"name":"Office","address":"","city":"","countryCode":"ES","state":"","postalCode":"","phone":"","email":"","vat":"ESB12345674","logo":""}', NULL, NULL, '', NULL, '', '', '', '', '{"type":0,"countryId":724}', NULL, NULL, NULL, 302500, 250000, 200000, 50000, 0, 242000, 60500, 0, 0, 0, 0, 0, 52500, 0, NULL, NULL, 0);
INSERT INTO document_addresses VALUES (1, 1, 1, 1, 'Ada', 'García', '', '', 'Calle Mayor', '1', '', 'Madrid', '', '28001', 'ES', 0, 0, '', '', '', '', '', 0, 0, 1);
INSERT INTO document_rows VALUES (1, 1, NULL, NULL, 1, 'b1e03fa2ecf83ccdd9062c93075ddc2b', 1, 'mug', 'Mug', '', '', '', '', '', '', '', '', '', 2000, 100000, 0, 0, 200000, 0, 42000, 0, 0, 0, 0, 0, 0);
INSERT INTO document_taxes VALUES (1, 1, NULL, 1, 'vat', 'VAT', 21000000, 0, 250000, 0, 250000, 52500, 0, 52500), (2, 1, 1, 1, 'vat', 'VAT', 21000000, 0, 200000, 0, 200000, 42000, 0, 42000);
INSERT INTO document_shipments VALUES (1, 1, 'parcel', NULL, NULL, '', '', 50000, 50000, 0, '[{"id":1,"pId":"vat","name":"VAT","rate":21000000,"reRate":0}]', 0, NULL, 1, NULL, 0, '2026-11-20 10:00:00.000', NULL, 1, '2026-11-22 09:00:00.000', NULL);
INSERT INTO document_shipment_rows VALUES (1, 1, 1, 1, 'b1e03fa2ecf83ccdd9062c93075ddc2b', 2000);
INSERT INTO user_groups VALUES (1, 'shoppers', 'Shoppers', '', NULL, NULL, '2026-11-22 09:00:00.000');
INSERT INTO users VALUES (1, 'ada', 1, 'ada@example.com', 'ada@example.com', 'ada@example.com', NULL, '', NULL, 0, 1, 4, 1, 1, NULL, 'es', '', '', 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, NULL, 0, 0, '', '2026-11-22 09:00:00.000', '2026-11-22 09:00:00.000', 1);
INSERT INTO user_addresses VALUES (1, 1, 'home', 1, 1, 'Home', 1, 'Ada', 'García', '', 'Calle Mayor', '', '1', 'Madrid', '', '28001', 'ES', NULL, 0, 0, '', '', '', '', '', 0, 0, 1);
INSERT INTO shopping_lists VALUES (1, 1, 'default', 'Default', 1, '2026-11-22 09:00:00.000');
INSERT INTO administration VALUES (1, 0, NULL);
INSERT INTO file_lock_turns VALUES (1, 0);
INSERT INTO search_terms VALUES (8, 'ada@example.com', 1), (8, 'com', 1), (8, 'example.com', 1), (8, 'garcia', 1), (11, '1', 1), (11, '2026-1', 1), (11, 'ada@example.com', 1), (11, 'com', 1), (11, 'example.com', 1), (11, 'first', 1), (11, 'garcia', 1), (11, 'mug', 1), (11, 'o1-2026-1', 1), (12, 'parcel', 1), (13, '1', 1), (13, 'm-1', 1), (13, 'mug', 1), (15, 'office', 1), (16, 'vat', 1);
