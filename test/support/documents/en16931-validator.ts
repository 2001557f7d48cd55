import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dataFolder } from '../../real-data/data-sets';

const run = promisify(execFile);

const rules = join(dataFolder, 'en16931');
const peppol = join(dataFolder, 'peppol');
/** Debian's libsaxonhe-java. */
const saxon = '/usr/share/java/Saxon-HE.jar';
/** For runs of seconds, in which optimized code and parallel collections don't pay. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Why the official rules can't judge here; undefined: they can. */
export const missingValidatorReason: string | undefined =
  !existsSync(join(rules, 'ubl')) || !existsSync(peppol)
    ? `the official rules are not in ${rules} and ${peppol}`
    : !existsSync(saxon)
      ? 'Saxon-HE is not installed (Debian: libsaxonhe-java)'
      : undefined;

/** The rules of EN 16931 in both syntaxes, and those of Peppol beyond them in UBL. */
type Rules = 'ubl' | 'cii' | 'peppol';

const sheets = {
  ubl: 'ubl/EN16931-UBL-validation.xslt',
  cii: 'cii/EN16931-CII-validation.xslt',
} as const;

/**
 * Has the official rules judge documents, all in one run.
 * @param documents XML by a name of one's own
 * @returns the rules that each breaks fatally, of those that break any, by name
 */
export async function validateDocuments(
  of: Rules,
  documents: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'en16931-'));
  try {
    const [sources, verdicts] = ['sources', 'verdicts'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    for (const one of [sources, verdicts]) mkdirSync(one);
    const names = [...documents.keys()];
    names.forEach((name, at) => {
      writeFileSync(join(sources, `${at}.xml`), documents.get(name)!);
    });
    const sheet = of === 'peppol' ? await peppolSheet(folder) : join(rules, sheets[of]);
    await transform(sources, sheet, verdicts);
    const written = readdirSync(verdicts);
    if (written.length !== names.length) throw new Error('Not every document was judged');
    return new Map(
      names.flatMap((name, at): [string, string[]][] => {
        const verdict = readFileSync(join(verdicts, `${at}.xml`), 'utf8');
        const broken = of === 'peppol' ? fatalOfPeppol(verdict) : fatal(verdict);
        return broken.length === 0 ? [] : [[name, broken]];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rules that a verdict in SVRL reports as broken fatally. @throws Error for any other text */
function fatal(verdict: string): string[] {
  if (!verdict.includes('<svrl:fired-rule')) throw new Error('No rule was asked');
  const failed = verdict.match(/<svrl:failed-assert[^]*?<\/svrl:failed-assert>/g) ?? [];
  return failed
    .filter((one) => one.includes('flag="fatal"'))
    .map((one) => /<svrl:text>([^]*?)<\/svrl:text>/.exec(one)?.[1]?.trim() ?? one);
}

function transform(source: string, sheet: string, target: string): Promise<unknown> {
  const files = [`-s:${source}`, `-xsl:${sheet}`, `-o:${target}`];
  return run('java', [...QUICK_START, '-cp', saxon, 'net.sf.saxon.Transform', ...files], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}

/** Peppol publishes its rules as Schematron: they become a stylesheet first. */
async function peppolSheet(folder: string): Promise<string> {
  const sheet = join(folder, 'peppol.xslt');
  const [schematron, compiler] = ['PEPPOL-EN16931-UBL.sch', 'sch2xslt.xsl'];
  await transform(join(peppol, schematron), join(peppol, compiler), sheet);
  return sheet;
}

/** Swedish sellers have Swedish rates; those of the specs have the rates of the order. */
const SWEDISH_RATES = 'SE-R-006';

/** @throws Error where it is no verdict */
function fatalOfPeppol(verdict: string): string[] {
  if (!verdict.includes('<report')) throw new Error('No rule was asked');
  const failed = verdict.match(/<failed [^]*?<\/failed>/g) ?? [];
  return failed
    .filter((one) => one.includes('flag="fatal"') && !one.includes(SWEDISH_RATES))
    .map((one) => {
      const [id = one, text = ''] = [/id="([^"]*)"/, /<text>([^]*?)<\/text>/].map(
        (pattern) => pattern.exec(one)?.[1],
      );
      return `[${id}] ${text}`;
    });
}
