import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/service/database';

const ROOT = join(__dirname, '../..');
const CONFIGURATION = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');

interface Diagnostic {
  /** Absent where a directive is reported. */
  readonly code?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** For each rule, files with lines that it refuses; they end with a comment that names the rule. */
const cases: Readonly<Record<string, string>> = {
  'src/modules/shop/shop.service.ts': `
    import { Injectable, NotFoundException } from '@nestjs/common'; // own-errors
    import { ModuleRef } from '@nestjs/core/injector'; // public-entry
    import { InjectRepository } from '@nestjs/typeorm'; // no-nest-typeorm
    import Sqlite from 'better-sqlite3'; // sqlite-driver
    import { plainToInstance, Type } from 'class-transformer'; // only-type-transforms
    import { IsString, validate } from 'class-validator'; // schema-validates
    import { Entity, type EntityManager } from 'typeorm'; // no-typeorm-access
    export { DataSource } from 'typeorm'; // no-typeorm-access
    export * from 'typeorm'; // no-typeorm-access
    import { readFile } from 'node:fs/promises';

    export default class ShopService { // no-default-export
      constructor(private readonly database: Stores, readonly unitOfWork: UnitOfWork) {}

      async find(text: string): Promise<void> {
        const now = Date.now(); // time-from-clock
        const today = new Date(); // time-from-clock
        const given = process.env.SHOP; // environment-in-config
        const select = 'SELECT id FROM shops'; // sql-in-database
        const lock = \`\${text} FOR UPDATE\`; // sql-in-database
        const record = { NAME: text }; // keys-in-records
        const packed = { ...{ text }, now }; // no-packed-members
        await this.database.select(text); // no-statements
        await this.stores.database.execute(text); // no-statements
        const source = this.manager.dataSource; // no-data-source
        await this.unitOfWork.run(async (manager) => { // no-unit-manager
          await manager.save(record);
        });
        await this.unitOfWork.run(async () => undefined);
        // oxlint-disable-next-line no-console // suppression-reason
        console.log(given);
        readFile(text); // no-floating-promises
      }
    }

    enum Color { Red } // no-enum`,
  'src/modules/shop/shop.ts': `
    import { Shop } from './shop.entity'; // type-imports
    import { shopOf, Town } from './town'; // type-imports
    import { type Street, streetOf } from './street';
    export const shop: Shop | Town | Street = shopOf(streetOf);`,
  'src/modules/shop/shop.module.ts': `
    import { Module } from '@nestjs/common';
    import { Shop } from './shop.entity';
    @Module({})
    export class ShopModule {
      constructor(readonly shop: Shop) {}
    }`,
  'src/modules/shop/shop.dto.ts': `
    import { PartialType } from '@nestjs/mapped-types'; // own-mapped-types
    export class ShopBody {
      @Text() name!: string;
      town!: string; // decorated-fields
      get title(): string { // no-behaviour
        return this.name;
      }
    }`,
  'src/modules/shop/shop.record.ts': `
    export const record = { NAME: 'name' };`,
  'src/database/shop.ts': `
    import type { EntityManager } from 'typeorm';
    export const select = 'SELECT id FROM shops';
    export const run = (work: (manager: EntityManager) => void): void => unit.run((manager) => work(manager));`,
  'test/api/shop.e2e-spec.ts': `
    describe.only('Shop', () => { // no-focused-spec
      const now = Date.now();
    });`,
};

/** The rules in question, by line: those of the project, and one that needs types. */
function reported(file: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ filename }) => filename === file)
    .flatMap(({ code, labels }) => {
      const [, plugin, rule] = /^(\w+)\((.+)\)$/.exec(code ?? '') ?? [];
      const counts = plugin === 'project' || rule === 'no-floating-promises';
      return counts ? [`${labels[0]!.span.line} ${rule}`] : [];
    });
}

function wanted(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const [, rule] = / \/\/ ([a-z-]+)$/.exec(line) ?? [];
    return rule === undefined ? [] : [`${index + 1} ${rule}`];
  });
}

describe('Lint', () => {
  let diagnostics: readonly Diagnostic[] = [];

  beforeAll(async () => {
    const folder = temporaryFolder();
    mkdirSync(folder);
    try {
      for (const name of ['.oxlintrc.json', 'tsconfig.json'])
        cpSync(join(ROOT, name), join(folder, name));
      for (const name of ['.ci', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
      for (const [file, text] of Object.entries(cases)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
      const run = promisify(execFile)(
        oxlint,
        ['--disable-nested-config', '--format', 'json', 'src', 'test'],
        { cwd: folder },
      );
      // It fails for what it has found.
      const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
      ({ diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(Object.entries(cases))('refuses what it should in %s', (file, text) => {
    expect(reported(file, diagnostics).sort()).toEqual(wanted(text).sort());
  });

  it('has a case for each rule of the project', () => {
    const rules = new Set(
      [...CONFIGURATION.matchAll(/"project\/([a-z-]+)"/g)].map(([, rule]) => rule!),
    );
    const tried = Object.values(cases).flatMap((text) =>
      wanted(text).map((line) => line.split(' ')[1]!),
    );
    expect(rules.size).toBeGreaterThan(20);
    expect([...rules].filter((rule) => !tried.includes(rule))).toEqual([]);
  });
});
