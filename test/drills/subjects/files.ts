import type { Client } from '../client';
import type { FinalState, StoredFile } from '../final-state';
import { groupBy, filterByKind, toOutcome, type SentRequest } from '../sent-request';
import type { Subject } from '../subject';

const FOLDER = 'drill';
const SHARED = 6;
const TARGETS = 12;

/** Contents of 1 to 64 KiB that show their owner, and whether they are whole. */
export function createContent(mark: string): string {
  const length =
    1024 * (1 + ([...mark].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) & 63));
  return `${mark}|`.repeat(Math.ceil(length / (mark.length + 1)));
}

/** Files that many overwrite, and files that are moved to names that many want. */
export class Files implements Subject<StoredFile[]> {
  readonly name = 'files';
  readonly lines = [];
  private prepared?: Promise<void>;

  /** @param movesAreCopies a power cut in the middle of a move may leave both files, as in S3 */
  constructor(private readonly movesAreCopies = false) {}

  async act(client: Client): Promise<void> {
    // By one alone: all of them would queue at the folder for longer than a lock is waited for.
    await (this.prepared ??= this.prepare(client));
    const mark = client.mark();
    if (client.dice.chance(0.6)) {
      await this.upload(client, mark, `shared-${client.dice.between(0, SHARED - 1)}.txt`);
      return;
    }
    const from = await this.upload(client, mark, `own-${mark}.txt`);
    const to = `${FOLDER}/target-${client.dice.between(0, TARGETS - 1)}.txt`;
    const body = { fileManager: { from, to } };
    await client.send({
      ...{ kind: 'file.move', about: to, mark: `${mark}-move`, body },
      ...{ method: 'POST', path: '/fileManager/move' },
    });
  }

  read(final: FinalState): Promise<StoredFile[]> {
    return final.files();
  }

  check(sent: readonly SentRequest[], files: readonly StoredFile[]): string[] {
    const uploads = new Map(filterByKind(sent, 'file.upload').map((one) => [one.mark, one]));
    const found: string[] = [];
    for (const { path, content } of files) {
      const mark = content.slice(0, content.indexOf('|'));
      if (content !== createContent(mark)) found.push(`${path} is not whole`);
      const upload = uploads.get(mark);
      if (!upload || toOutcome(upload) === 'refused')
        found.push(`${path} has a content that nobody sent, or that was refused`);
    }
    return [...found, ...checkOverwritten(uploads, files), ...this.checkMoved(sent, files)];
  }

  private async prepare(client: Client): Promise<void> {
    const body = { fileManager: { directory: FOLDER } };
    const path = '/fileManager/createDirectory';
    await client.send({ kind: 'file.folder', about: FOLDER, method: 'POST', path, body });
  }

  /** @returns the path */
  private async upload(client: Client, mark: string, name: string): Promise<string> {
    const about = `${FOLDER}/${name}`;
    const upload = { folder: FOLDER, name, content: createContent(mark) };
    const path = '/fileManager/upload';
    await client.send({ kind: 'file.upload', about, mark, method: 'POST', path, upload });
    return about;
  }

  /** A file that was uploaded under a name of its own is in one place: there, or where it was moved. */
  private checkMoved(sent: readonly SentRequest[], files: readonly StoredFile[]): string[] {
    const found: string[] = [];
    const places = groupBy(files, ({ content }) => content.slice(0, content.indexOf('|')));
    const moves = new Map(filterByKind(sent, 'file.move').map((one) => [one.mark, one]));
    for (const upload of filterByKind(sent, 'file.upload')) {
      if (!upload.about.includes('/own-') || toOutcome(upload) !== 'done') continue;
      const move = moves.get(`${upload.mark}-move`);
      const paths = (places.get(upload.mark) ?? []).map(({ path }) => path);
      const outcome = move && toOutcome(move);
      const mayBeBoth = this.movesAreCopies && outcome === 'unknown';
      if (paths.length !== 1 && !(mayBeBoth && paths.length === 2))
        found.push(`${upload.about} is in ${paths.length} places: ${paths.join()}`);
      if (outcome === 'done' && paths[0] !== move?.about)
        found.push(`${upload.about} was moved to ${move?.about} and is in ${paths.join()}`);
      if (outcome === 'refused' && paths[0] !== upload.about)
        found.push(`${upload.about} was not moved and is in ${paths.join()}`);
    }
    return found;
  }
}

/** The last content of a name is of an upload that no other, answered one has followed. */
function checkOverwritten(
  uploads: ReadonlyMap<string, SentRequest>,
  files: readonly StoredFile[],
): string[] {
  const found: string[] = [];
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const shared = [...uploads.values()].filter(({ about }) => about.includes('/shared-'));
  for (const [path, all] of groupBy(shared, ({ about }) => about)) {
    const done = all.filter((one) => toOutcome(one) === 'done');
    const content = contents.get(path);
    if (content === undefined) {
      if (done.length > 0) found.push(`${path} was uploaded and is lost`);
      continue;
    }
    const last = uploads.get(content.slice(0, content.indexOf('|')));
    const later = done.find((one) => last !== undefined && one.start > last.end);
    if (later) found.push(`${path} has the content of ${last?.mark}, ${later.mark} came after it`);
  }
  return found;
}
