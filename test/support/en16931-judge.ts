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
import { dataFolder } from '../real-data/data-sets';

const run = promisify(execFile);

const rules = join(dataFolder, 'en16931');
/** Debian's libsaxonhe-java. */
const saxon = '/usr/share/java/Saxon-HE.jar';
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Why the official rules can't judge here; undefined: they can. */
export const noJudge: string | undefined = !existsSync(join(rules, 'ubl'))
  ? `the official rules of EN 16931 are not in ${rules}`
  : !existsSync(saxon)
    ? 'Saxon-HE is not installed (Debian: libsaxonhe-java)'
    : undefined;

type Syntax = 'ubl' | 'cii';

const sheets = {
  ubl: 'ubl/EN16931-UBL-validation.xslt',
  cii: 'cii/EN16931-CII-validation.xslt',
} as const;

/**
 * Has the official rules judge documents, all in one run.
 * @param documents XML by a name of one's own
 * @returns the rules that each breaks fatally, of those that break any, by name
 */
export async function judged(
  syntax: Syntax,
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
    const sheet = join(rules, sheets[syntax]);
    await run(
      'java',
      ['-cp', saxon, 'net.sf.saxon.Transform', `-s:${sources}`, `-xsl:${sheet}`, `-o:${verdicts}`],
      {
        maxBuffer: MOST_OUTPUT_BYTES,
      },
    );
    const written = readdirSync(verdicts);
    if (written.length !== names.length) throw new Error('Not every document was judged');
    return new Map(
      names.flatMap((name, at): [string, string[]][] => {
        const broken = fatal(readFileSync(join(verdicts, `${at}.xml`), 'utf8'));
        return broken.length === 0 ? [] : [[name, broken]];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rules that a verdict in SVRL says are broken fatally. @throws Error where it is no verdict */
function fatal(verdict: string): string[] {
  if (!verdict.includes('<svrl:fired-rule')) throw new Error('No rule was asked');
  const failed = verdict.match(/<svrl:failed-assert[^]*?<\/svrl:failed-assert>/g) ?? [];
  return failed
    .filter((one) => one.includes('flag="fatal"'))
    .map((one) => /<svrl:text>([^]*?)<\/svrl:text>/.exec(one)?.[1]?.trim() ?? one);
}
