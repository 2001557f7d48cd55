/**
 * Writes what a release says of its parts into FOLDER (default build/release), and ends with 1 where a licence is
 * not one of .ci/licences.json: `npm run release:files`.
 *   sbom.cdx.json   every package that can be shipped, on whichever platform: CycloneDX, by `npm sbom`
 *   postman.json    the interface as a Postman collection
 *   LICENCES.txt    the licence of each, and their texts as far as the packages that are installed here bring them
 */
const { execFileSync } = require('node:child_process');
const {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { toPostmanCollection } = require('./postman.cjs');

const root = join(__dirname, '..');
const { accepted, read: readByHand } = JSON.parse(
  readFileSync(join(__dirname, 'licences.json'), 'utf8'),
);

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i;
const README = /^readme/i;
/** What tells that a README has the licence in it, where there is no file of its own. */
const LICENCE_TEXT = /permission is hereby granted|under the terms of the following licenses/i;

const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** package.json and package-lock.json without what only developers install. */
function shippedManifests() {
  const { name, version, license, description, dependencies, optionalDependencies } =
    json('package.json');
  const manifest = { name, version, license, description, dependencies, optionalDependencies };
  const lock = json('package-lock.json');
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const packages = Object.fromEntries(shipped);
  packages[''] = { ...packages[''], devDependencies: undefined };
  return { manifest, lock: { ...lock, packages } };
}

/**
 * The bill of materials. `npm sbom --omit=dev` beside the tools would leave out every package that a tool needs
 * as well, so it is asked where there are none.
 */
function billOfMaterials() {
  const { manifest, lock } = shippedManifests();
  const above = mkdtempSync(join(tmpdir(), 'release-files-'));
  // npm calls the whole by its folder.
  const folder = join(above, manifest.name);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const options = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
    const bill = JSON.parse(
      execFileSync('npm', [...options, '--sbom-type=application'], {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    return { ...bill, components: bill.components.map(withLicence) };
  } finally {
    rmSync(above, { recursive: true, force: true });
  }
}

/** What a package doesn't say in a way that machines understand was read by a person. */
function withLicence(component) {
  if (component.licenses || !readByHand[component.name]) return component;
  return { ...component, licenses: [{ license: { id: readByHand[component.name] } }] };
}

/** The licence of a component as an expression of SPDX; undefined where it tells none. */
function licenceOf({ licenses = [] }) {
  const [first] = licenses;
  return first?.expression ?? first?.license?.id ?? first?.license?.name;
}

/** `name@version: licence` of the components whose licence is not accepted. */
function refused(components) {
  return components
    .filter((component) => !Object.hasOwn(accepted, licenceOf(component) ?? ''))
    .map((component) => `${component['bom-ref']}: ${licenceOf(component) ?? 'no licence'}`);
}

/** The texts that an installed package brings about its licence. */
function textsIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const read = (pattern) =>
    entries
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  const own = read(LICENCE_FILE);
  return own.length > 0 ? own : read(README).filter((text) => LICENCE_TEXT.test(text));
}

/** All licences in one text: a list of the packages, each text once below the packages that it came with, and the NOTICE. */
function licences(components) {
  const packages = new Map();
  for (const [place, { name: real, version }] of Object.entries(shippedManifests().lock.packages)) {
    if (place === '' || !existsSync(join(root, place))) continue;
    const name = `${real ?? place.split('node_modules/').at(-1)}@${version}`;
    for (const text of textsIn(join(root, place)))
      packages.set(text, (packages.get(text) ?? new Set()).add(name));
  }
  const list = components.map((one) => `${one['bom-ref']}: ${licenceOf(one)}`);
  const texts = [...packages].map(
    ([text, names]) => `${'='.repeat(80)}\n${[...names].sort().join('\n')}\n\n${text}`,
  );
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8').trim();
  return `${list.sort().join('\n')}\n\n${texts.join('\n\n')}\n\n${'='.repeat(80)}\nNOTICE\n\n${notice}\n`;
}

if (require.main === module) {
  const folder = process.argv[2] ?? join(root, 'build/release');
  const bill = billOfMaterials();
  const wrong = refused(bill.components);
  if (wrong.length > 0) {
    console.error(`Not among the licences of .ci/licences.json:\n${wrong.join('\n')}`);
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(folder, 'LICENCES.txt'), licences(bill.components));
  const collection = toPostmanCollection(json('docs/openapi.json'));
  writeFileSync(join(folder, 'postman.json'), `${JSON.stringify(collection, null, 2)}\n`);
}

module.exports = { accepted, billOfMaterials, licenceOf, licences, refused };
