/**
 * Completes package-lock.json with the platform packages that a registry mirror didn't offer: npm
 * leaves them out of the file it writes, and its own `npm ci` then calls the file out of sync
 * (npm/cli issue 9846). Version and platform are what the parent package and the name say.
 * And with the addresses of the packages, which some npm configurations leave out (omit-lockfile-registry-
 * resolved): without them `npm ci` fetches the description of every package first, for minutes.
 * And with corrections to the manifests of SQLite's drivers.
 * Run it (`npm run lock`) after each `npm install` that changed the file. With `--check` it changes nothing, and fails
 * where it would.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x'];

/**
 * What the manifests of SQLite's drivers should say. npm skips an optional package that isn't for its Node.js; 12 names
 * releases up to 26, where npm would compile it for minutes. 13 brings its binaries and says `gypfile: false`, which npm
 * leaves out of the file: `npm ci` would need Python and make for it, and remove it silently where they are missing.
 */
const corrections = {
  'node_modules/better-sqlite3': { engines: { node: '20.x' } },
  'node_modules/better-sqlite3-13': { gypfile: false },
};

const file = join(__dirname, '..', 'package-lock.json');
const text = readFileSync(file, 'utf8');
const lock = JSON.parse(text);
const packages = lock.packages;

/** The entry of a platform package `<scope>/<name>-<os>-<cpu>[-<abi>]`, or undefined for others. */
function platformEntry(name, version, parent) {
  const parts = name.split('/').pop().split('-');
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  if (!os || !cpu || !/^\d+\.\d+\.\d+$/.test(version)) return undefined;
  const libc = { gnu: ['glibc'], musl: ['musl'] }[parts.at(-1)];
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(os === 'linux' && libc && { libc }),
    optional: true,
    os: [os],
  };
}

/** Where the registry keeps a package; npm asks the configured registry in place of this one. */
function addressOf(path, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version }) {
  return `https://registry.npmjs.org/${name}/-/${name.split('/').pop()}-${version}.tgz`;
}

let added = 0;
for (const [path, parent] of Object.entries(packages)) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
    const entry = platformEntry(name, version, parent);
    if (!entry) continue;
    packages[`node_modules/${name}`] = entry;
    added += 1;
  }
}

for (const [path, entry] of Object.entries(packages)) {
  const { name, version, integrity, resolved, link, inBundle, ...rest } = entry;
  if (!path.includes('node_modules/') || !integrity || resolved || link || inBundle) continue;
  // In npm's own order.
  const address = addressOf(path, entry);
  packages[path] = { ...(name && { name }), version, resolved: address, integrity, ...rest };
}

for (const [path, entry] of Object.entries(corrections)) Object.assign(packages[path], entry);

lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
const complete = `${JSON.stringify(lock, null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, complete);
  console.log(`${added} platform packages added to package-lock.json`);
} else if (complete !== text) {
  console.error('package-lock.json is not complete: npm run lock');
  process.exit(1);
}
