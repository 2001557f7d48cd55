<?php

/**
 * Fetches the orders that nobody has fetched yet and acknowledges them: php poll_orders.php --once
 *
 * Environment: BASE_URL, API_KEY (scope sales:write), OUT (a file), PER_PAGE, POLL_SECONDS.
 */

declare(strict_types=1);

require __DIR__ . '/service.php';

$out = setting('OUT', 'orders.ndjson');
$perPage = setting('PER_PAGE', '100');
$isOnce = in_array('--once', $argv, true);

// What is in OUT already: a run that died between writing and acknowledging repeats nothing.
$imported = array_column(read_lines($out), 'version', 'id');

/** The place for your own work. An order that changed meanwhile comes again: its last line counts. */
function import_orders(string $out, array $orders, array &$imported): void
{
    $lines = [];
    foreach ($orders as $order) {
        if (($imported[$order['ID']] ?? null) === $order['VERSION']) {
            continue;
        }
        $lines[] = [
            'id' => $order['ID'],
            'pId' => $order['PID'],
            'documentNumber' => $order['DOCUMENTNUMBER'],
            'total' => $order['TOTAL'],
            'version' => $order['VERSION'],
        ];
        $imported[$order['ID']] = $order['VERSION'];
    }
    append_lines($out, $lines);
}

for ($stuck = 0; ; ) {
    // Always the first page, since acknowledged orders leave the list.
    $orders = call('GET', "/orders/pending?expand=document&page=1&perPage=$perPage")['orders'];
    $left = [];
    if ($orders !== []) {
        import_orders($out, $orders, $imported);
        $seen = array_map(fn ($order) => ['id' => $order['ID'], 'version' => $order['VERSION']], $orders);
        $results = call('PUT', '/orders/received', ['orders' => $seen])['orders'];
        $left = array_filter($results, fn ($one) => !in_array($one['result'], ['ok', 'unchanged'], true));
    }
    foreach ($left as $one) {
        // Changed meanwhile: fetched again by the next round.
        fwrite(STDERR, "order {$one['id']}: {$one['result']} {$one['detail']}\n");
    }
    $stuck = $orders !== [] && count($left) === count($orders) ? $stuck + 1 : 0;
    if ($stuck === 5) {
        throw new RuntimeException('none of these orders can be acknowledged');
    }
    if ($orders === [] && $isOnce) {
        break;
    }
    if ($orders === [] || $stuck > 0) {
        sleep($orders !== [] ? 1 : (int) setting('POLL_SECONDS', '60'));
    }
}
