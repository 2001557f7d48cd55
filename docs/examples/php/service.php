<?php

/** What the programs of this folder share: requests that are repeated, and files of lines. */

declare(strict_types=1);

const REPEATED = [0, 408, 429, 500, 502, 503, 504];

/** A setting of the environment. */
function setting(string $name, ?string $default = null): string
{
    $value = getenv($name);
    if ($value !== false) {
        return $value;
    }
    return $default ?? throw new RuntimeException("$name is not set");
}

/**
 * Sends a request; tries again, ever more slowly, while the service is busy or unreachable.
 *
 * @return array|null null: there is no such record, or position in the journal
 */
function call(string $method, string $path, ?array $body = null, int $attempts = 10): ?array
{
    for ($attempt = 1; ; $attempt++) {
        $retryAfter = 0.0;
        $request = curl_init(setting('BASE_URL', 'http://localhost:3000') . '/v1' . $path);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 60,
            CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . setting('API_KEY'), 'Content-Type: application/json'],
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after: *(\d+)/i', $line, $found)) {
                    $retryAfter = (float) $found[1];
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
        }
        $text = curl_exec($request);
        // An answer that ended in the middle counts as none.
        $status = curl_errno($request) === 0 ? curl_getinfo($request, CURLINFO_RESPONSE_CODE) : 0;
        if ($status >= 200 && $status < 300) {
            return json_decode($text, true, flags: JSON_THROW_ON_ERROR);
        }
        if (in_array($status, [404, 410], true) && $method === 'GET') {
            return null;
        }
        if (!in_array($status, REPEATED, true) || $attempt === $attempts) {
            throw new RuntimeException("$method $path: " . ($text ?: curl_error($request)));
        }
        $wait = min(0.25 * 2 ** $attempt, 30) * (0.5 + mt_rand() / mt_getrandmax() / 2);
        usleep((int) (($retryAfter ?: $wait) * 1_000_000));
    }
}

/** Reads a file of JSON lines, without a last line that was cut short. */
function read_lines(string $path): array
{
    $text = is_file($path) ? file_get_contents($path) : '';
    $whole = substr($text, 0, (int) strrpos("\n" . $text, "\n"));
    if ($whole !== $text) {
        file_put_contents($path, $whole);
    }
    return array_map(fn ($line) => json_decode($line, true), array_filter(explode("\n", $whole)));
}

/** Adds JSON lines to a file, and returns when they are on the disk. */
function append_lines(string $path, array $values): void
{
    $file = fopen($path, 'a');
    foreach ($values as $value) {
        fwrite($file, json_encode($value, JSON_THROW_ON_ERROR) . "\n");
    }
    fsync($file);
    fclose($file);
}
