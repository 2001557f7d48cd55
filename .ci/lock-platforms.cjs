/**
 * Completes package-lock.json with the platform packages that a registry mirror didn't offer: npm
 * leaves them out of the file it writes, and its own `npm ci` then calls the file out of sync
 * (npm/cli issue 9846). Version and platform are what the parent package and the name say.
 * And with the addresses of the packages, which some npm configurations leave out (omit-lockfile-registry-
 * resolved): without them `npm ci` fetches the description of every package first, for minutes.
 * Run it (`npm run lock`) after each `npm install` that changed the file.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x'];

const file = join(__dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
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
  const { version, integrity, resolved, link, inBundle, ...rest } = entry;
  if (!path.includes('node_modules/') || !integrity || resolved || link || inBundle) continue;
  // Where npm itself writes it.
  packages[path] = { version, resolved: addressOf(path, entry), integrity, ...rest };
}

lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to package-lock.json`);
