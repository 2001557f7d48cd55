import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { S3Server } from '../../files/s3-server';

/** The files of a service, past the service: also those that it does not show. */
export interface RawFiles {
  /** Their address, which no answer may contain. */
  readonly place: string;
  put(path: string, content: Buffer | string): void;
  /** An empty one. */
  makeFolder(path: string): void;
  /** @throws Error when there is no such file */
  read(path: string): Buffer;
  /** Names in a folder, sorted. */
  names(folder: string): string[];
  /** Paths of all files and folders, sorted, with the size of each file. */
  all(): { path: string; size?: number }[];
  clear(): void;
}

/** In a folder of this machine. */
export class LocalFiles implements RawFiles {
  constructor(readonly place: string) {}

  put(path: string, content: Buffer | string): void {
    const address = join(this.place, path);
    mkdirSync(dirname(address), { recursive: true });
    writeFileSync(address, content);
  }

  makeFolder(path: string): void {
    mkdirSync(join(this.place, path));
  }

  read(path: string): Buffer {
    return readFileSync(join(this.place, path));
  }

  names(folder: string): string[] {
    return readdirSync(join(this.place, folder)).sort();
  }

  all(): { path: string; size?: number }[] {
    const paths = readdirSync(this.place, { recursive: true, encoding: 'utf8' }).sort();
    return paths.map((path) => {
      const stats = statSync(join(this.place, path), { throwIfNoEntry: false });
      return stats?.isFile() ? { path, size: stats.size } : { path };
    });
  }

  clear(): void {
    rmSync(this.place, { recursive: true, force: true });
  }
}

/** In a bucket of S3: a folder is an empty object whose name ends in `/`, or what the names of others say. */
export class S3Files implements RawFiles {
  constructor(private readonly server: S3Server) {}

  get place(): string {
    return this.server.url;
  }

  put(path: string, content: Buffer | string): void {
    const address = this.address(path);
    mkdirSync(dirname(address), { recursive: true });
    writeFileSync(address, content);
    writeFileSync(this.address(path, 'metadata.json'), '{}');
    // The checksum of the former object.
    rmSync(this.address(path, 'object.md5'), { force: true });
  }

  makeFolder(path: string): void {
    this.put(`${path}/`, '');
  }

  read(path: string): Buffer {
    return readFileSync(this.address(path));
  }

  names(folder: string): string[] {
    const inside = this.keys()
      .filter((key) => key.startsWith(`${folder}/`) && key !== `${folder}/`)
      .map((key) => key.slice(folder.length + 1).split('/')[0] ?? '');
    return [...new Set(inside)].sort();
  }

  all(): { path: string; size?: number }[] {
    return this.keys().map((key) =>
      key.endsWith('/') ? { path: key } : { path: key, size: statSync(this.address(key)).size },
    );
  }

  clear(): void {
    for (const key of this.keys())
      for (const resource of ['object', 'object.md5', 'metadata.json'] as const)
        rmSync(this.address(key, resource), { force: true });
  }

  private keys(): string[] {
    const { prefix } = this.server;
    return this.server.keysNow().map((key) => key.slice(prefix.length));
  }

  private address(path: string, resource?: Parameters<S3Server['address']>[1]): string {
    return this.server.address(this.server.prefix + path, resource);
  }
}
