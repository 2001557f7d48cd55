import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BALLAST = 'ballast-';

/** A disk of its own that can be filled up; takes root. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @param size as `mount` takes it @returns undefined: this user may not mount */
  static mount(size: string): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
    const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder];
    if (spawnSync('mount', options).status === 0) return new SmallDisk(folder);
    rmdirSync(folder);
    return undefined;
  }

  /** Leaves one MiB. */
  nearlyFill(): void {
    this.fill();
    rmSync(join(this.folder, `${BALLAST}${1 << 20}-0`));
  }

  /** Leaves no room. */
  fill(): void {
    for (const bytes of [1 << 20, 1 << 12])
      for (let at = 0; ; at++) {
        try {
          writeFileSync(join(this.folder, `${BALLAST}${bytes}-${at}`), Buffer.alloc(bytes));
        } catch {
          break;
        }
      }
  }

  /** Gives the room back. */
  empty(): void {
    for (const name of readdirSync(this.folder).filter((one) => one.startsWith(BALLAST)))
      rmSync(join(this.folder, name));
  }

  unmount(): void {
    spawnSync('umount', [this.folder]);
    rmdirSync(this.folder);
  }
}
