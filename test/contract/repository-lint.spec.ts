import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/database';

const ROOT = join(__dirname, '../..');
/** Where the text's entities are told how they are listed, besides what it imports. */
const ENTITIES = 'src/modules/sales/shipping';

const service = `
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { Shipment } from '../../sales/documents/entities/shipment.entity';
import { News, NewsText } from './news.entity';

export class Service {
  constructor(
    @InjectRepository(NewsText) readonly texts: Repository<NewsText>,
    readonly source: DataSource,
  ) {}

  async write(manager: EntityManager, news: News, text: NewsText): Promise<void> {
    await manager.dataSource.getRepository(NewsText).find();
    await manager.getRepository(News).save(news);
    await manager.save(news);
    await manager.save([news]);
    await manager.insert(Shipment, {});
    await manager.getRepository(NewsText).find();
    await manager.createQueryBuilder().update(News).execute();
    await manager.createQueryBuilder().insert().into(Shipment).execute();
    await manager.createQueryBuilder().delete().from(NewsText).execute();
    await manager.save(NewsText, []);
    await manager.getRepository(NewsText).save(text);
  }
}
`;

interface Message {
  readonly ruleId: string;
  readonly line: number;
  readonly message: string;
}

/** What lint says of a text in the place of a file of the service. */
function lint(text: string, file: string): Message[] {
  const folder = temporaryFolder();
  mkdirSync(folder);
  try {
    const types = join(folder, 'tsconfig.json');
    const include = [file, ENTITIES].map((path) => join(ROOT, path));
    writeFileSync(types, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include }));
    const script = [join(__dirname, 'lint-text.mjs'), file, types];
    const said = execFileSync(process.execPath, script, { cwd: ROOT, input: text });
    return JSON.parse(said.toString()) as Message[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Lint', () => {
  it('refuses repositories outside of a unit of work, and of entities that Crud keeps', () => {
    const messages = lint(service, 'src/modules/news/news/news.service.ts');
    const lines = service.split('\n');
    const told = messages.map(({ ruleId, line, message }) => [
      ruleId,
      (lines[line - 1] ?? '').trim(),
      /UnitOfWork|unit of work|folded columns|search index|journal/.exec(message)?.[0],
    ]);
    expect(told.filter(([, , reason]) => reason !== undefined)).toEqual([
      ['no-restricted-imports', lines[1], 'unit of work'],
      ['no-restricted-imports', lines[2], 'unit of work'],
      [
        'no-restricted-syntax',
        'await manager.dataSource.getRepository(NewsText).find();',
        'unit of work',
      ],
      ['project/kept-by-crud', 'await manager.getRepository(News).save(news);', 'folded columns'],
      ['project/kept-by-crud', 'await manager.getRepository(News).save(news);', 'folded columns'],
      ['project/kept-by-crud', 'await manager.save(news);', 'folded columns'],
      ['project/kept-by-crud', 'await manager.save([news]);', 'folded columns'],
      ['project/kept-by-crud', 'await manager.insert(Shipment, {});', 'search index'],
      [
        'project/kept-by-crud',
        'await manager.createQueryBuilder().update(News).execute();',
        'folded columns',
      ],
      [
        'project/kept-by-crud',
        'await manager.createQueryBuilder().insert().into(Shipment).execute();',
        'search index',
      ],
      [
        'project/kept-by-crud',
        'await manager.createQueryBuilder().delete().from(NewsText).execute();',
        'journal',
      ],
      ['project/kept-by-crud', 'await manager.save(NewsText, []);', 'journal'],
      ['project/kept-by-crud', 'await manager.getRepository(NewsText).save(text);', 'journal'],
    ]);
  });
});
