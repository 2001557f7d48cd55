import { Injectable } from '@nestjs/common';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../database';
import { getStateName } from '../documents';
import { statusTreeStates, type StatefulRecordKind } from './stateful-record-kinds';
import type { StatusTree, SubStatusNode } from './status-tree.record';
import { SubStatus } from './sub-statuses/sub-status.entity';

const treePlan = createLoadPlan(SubStatus, [
  'pId',
  'status',
  'parentId',
  'name',
  'publicName',
  'description',
  'languages',
]);

/** Reads the states of records with the store's sub-statuses. */
@Injectable()
export class StatusTrees {
  constructor(private readonly dataAccess: DataAccess) {}

  /**
   * Returns the states of a kind in the specification's order, with sub-statuses by ascending id. Runs one query.
   * @param language ISO 639-1. Without a text in this language, a state's name is in English, and a sub-status has
   *   its default text.
   */
  async get(kind: StatefulRecordKind, language: string): Promise<StatusTree> {
    const all = await this.dataAccess.loader.listWhere(
      SubStatus,
      [whereEquals('document', kind)],
      treePlan,
    );
    const nodes = new Map(all.map((one) => [one.id, toSubState(one, language)]));
    const topLevelByState = new Map<number, SubStatusNode[]>(
      statusTreeStates[kind].map((code) => [code, []]),
    );
    for (const { id, parentId, status } of all) {
      const siblings =
        parentId === null ? topLevelByState.get(status) : nodes.get(parentId)?.subStates;
      siblings?.push(nodes.get(id) as SubStatusNode);
    }
    return {
      states: [...topLevelByState].map(([code, subStates]) => ({
        name: getStateName(kind, code, language),
        state: code < 0 ? `_${-code}` : `${code}`,
        subStates,
      })),
    };
  }
}

function toSubState(
  { languages, ...subStatus }: Loaded<typeof treePlan>,
  language: string,
): SubStatusNode {
  const translation = languages.find(({ languageCode }) => languageCode === language);
  const translate = (name: 'name' | 'publicName' | 'description'): string =>
    translation === undefined || translation[name] === '' ? subStatus[name] : translation[name];
  return {
    id: subStatus.id,
    pId: subStatus.pId,
    name: translate('name'),
    publicName: translate('publicName'),
    description: translate('description'),
    subStates: [],
  };
}
