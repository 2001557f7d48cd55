<?php

/**
 * Keeps a copy of the records that it follows, by the journal: php mirror_changes.php --once
 *
 * Environment: BASE_URL, API_KEY (scopes changes:read and sales:read), FOLDER (for the copy).
 */

declare(strict_types=1);

require __DIR__ . '/service.php';

// Kinds of the journal, and where their records are read.
const PATHS = ['order' => '/orders', 'invoice' => '/invoices', 'shipment' => '/shipments'];

$folder = setting('FOLDER', 'mirror');
$isOnce = in_array('--once', $argv, true);
$wait = $isOnce ? 0 : 30;

/** Writes a file so that it is there as a whole or not at all. */
function write_whole(string $path, string $text): void
{
    file_put_contents("$path.unfinished", $text);
    $file = fopen("$path.unfinished", 'r+');
    fsync($file);
    fclose($file);
    rename("$path.unfinished", $path);
}

/** Stores a record as it is now, which may be later than the change; removes one that is gone. */
function copy_record(string $folder, string $kind, int $id): void
{
    $record = call('GET', PATHS[$kind] . "/$id");
    $path = "$folder/$kind-$id.json";
    if ($record !== null) {
        write_whole($path, json_encode($record, JSON_THROW_ON_ERROR));
    } elseif (is_file($path)) {
        unlink($path);
    }
}

/** Copies all records. Returns the position in the journal before that, to continue from. */
function copy_all(string $folder): int
{
    $position = call('GET', '/changes?limit=1')['CURRENT'];
    array_map('unlink', glob("$folder/*-*.json"));
    foreach (PATHS as $kind => $path) {
        $since = 0;
        do {
            $page = call('GET', "$path?fields=ID&sort=id.asc&perPage=500&since_id=$since");
            $records = $page[substr($path, 1)];
            foreach ($records as $record) {
                copy_record($folder, $kind, $record['ID']);
                $since = $record['ID'] + 1;
            }
        } while ($records !== []);
    }
    return $position;
}

if (!is_dir($folder)) {
    mkdir($folder, 0700, true);
}
$progress = "$folder/position";

do {
    $position = is_file($progress) ? (int) file_get_contents($progress) : null;
    $query = http_build_query([
        'after' => $position,
        'kinds' => implode(',', array_keys(PATHS)),
        'limit' => 200,
        'wait' => $wait,
    ]);
    $page = $position === null ? null : call('GET', "/changes?$query");
    if ($page === null) { // the first run, or the journal no longer has the position
        write_whole($progress, (string) copy_all($folder));
        continue;
    }
    $records = [];
    foreach ($page['CHANGES'] as $change) {
        $records["{$change['KIND']}-{$change['ID']}"] = $change;
    }
    foreach ($records as $change) {
        copy_record($folder, $change['KIND'], $change['ID']);
    }
    // After the records: whatever dies in between, they are read again and nothing is missed.
    write_whole($progress, (string) $page['NEXT']);
} while (!$isOnce || $page === null || $page['NEXT'] < $page['CURRENT']);
