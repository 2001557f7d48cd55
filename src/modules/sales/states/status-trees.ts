import { Injectable } from '@nestjs/common';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { is, DataAccess } from '../../../database';
import { stateName } from '../documents';
import { statesByKind, type StatefulRecordKind } from './states';
import type { StatusTree, SubState } from './status-tree.record';
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
    const all = await this.dataAccess.loader.listWhere(SubStatus, [is('document', kind)], treePlan);
    const nodes = new Map(all.map((one) => [one.id, toSubState(one, language)]));
    const tops = new Map<number, SubState[]>(statesByKind[kind].map((code) => [code, []]));
    for (const { id, parentId, status } of all) {
      const siblings = parentId === null ? tops.get(status) : nodes.get(parentId)?.subStates;
      siblings?.push(nodes.get(id) as SubState);
    }
    return {
      states: [...tops].map(([code, subStates]) => ({
        name: stateName(kind, code, language),
        state: code < 0 ? `_${-code}` : `${code}`,
        subStates,
      })),
    };
  }
}

function toSubState({ languages, ...own }: Loaded<typeof treePlan>, language: string): SubState {
  const text = languages.find(({ languageCode }) => languageCode === language);
  const translate = (name: 'name' | 'publicName' | 'description'): string =>
    text === undefined || text[name] === '' ? own[name] : text[name];
  return {
    id: own.id,
    pId: own.pId,
    name: translate('name'),
    publicName: translate('publicName'),
    description: translate('description'),
    subStates: [],
  };
}
