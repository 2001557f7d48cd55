<?php

/**
 * Receives webhooks, verifies their signatures and writes each event once.
 * Behind a web server, or: php -S 127.0.0.1:8080 receive_webhooks.php
 *
 * Environment: SECRET (of the webhook, whsec_...), OUT (a file).
 */

declare(strict_types=1);

require __DIR__ . '/service.php';

const MAX_BODY = 1024 * 1024;
const TOLERANCE_SECONDS = 300;

/** The key of a secret of the Standard Webhooks specification is its Base64. */
function key_of(string $secret): string
{
    return str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : $secret;
}

/** Whether somebody who knows the secret has signed this body within the last five minutes. */
function is_genuine(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $digest = hash_hmac('sha256', "$id.$timestamp.$body", key_of($secret), true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** The place for your own work. It must be done, or be on the disk, before the delivery is confirmed. */
function store(string $out, string $id, array $event): void
{
    $lock = fopen("$out.lock", 'c');
    flock($lock, LOCK_EX); // one delivery at a time, in all processes of the web server
    $seen = array_column(read_lines($out), 'webhookId');
    if (!in_array($id, $seen, true)) {
        append_lines($out, [['webhookId' => $id, ...$event]]);
    }
    flock($lock, LOCK_UN);
}

function answer(int $status): never
{
    http_response_code($status);
    exit;
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405);
}
if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > MAX_BODY) {
    answer(413);
}
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
if (!is_genuine(setting('SECRET'), $id, $timestamp, $signatures, $body)) {
    answer(401);
}
store(setting('OUT', 'events.ndjson'), $id, json_decode($body, true, flags: JSON_THROW_ON_ERROR));
answer(204);
