import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { isOneOf, DataAccess } from '../../../database';
import { type AssignedValue, toCurrentValueForm, Tag, TagValue } from '../../custom-tags';
import { TagAssignment } from './tag-assignment.entity';

/** A tag of a customer that its orders record, its value in the current form of the tag. */
export type CustomerTag = Pick<Loaded<typeof tagPlan>, 'tag' | 'chosen'> & AssignedValue;

/** Tags by the id of their customer. Customers without tags are missing. */
export type CustomerTagsById = ReadonlyMap<number, readonly CustomerTag[]>;

const tagPlan = createLoadPlan(TagAssignment, ['userId', 'active', 'value'], {
  chosen: createLoadPlan(TagValue, ['pId'], { languages: ['languageCode', 'value'] }),
  languages: ['languageCode', 'active', 'value'],
  tag: createLoadPlan(Tag, ['pId', 'inOrders', 'controlType', 'valueForAllLanguages'], {
    languages: ['languageCode', 'name'],
  }),
});

/** Loads the tags of customers that their orders record: those that are `inOrders`. */
@Injectable()
export class CustomerTagLoader {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Loads the tags of many customers at once, with a fixed number of queries: one if no customer carries tags, and none
   * without customers.
   * @returns the tags of each customer, in the order of their assignment
   */
  async load(userIds: Iterable<number>): Promise<CustomerTagsById> {
    const found = new Map<number, CustomerTag[]>();
    const { defaultLanguage } = this.configuration;
    const carried = await this.dataAccess.loader.listWhere(
      TagAssignment,
      [isOneOf('userId', [...new Set(userIds)])],
      tagPlan,
    );
    for (const one of carried) {
      if (!one.tag.inOrders) continue;
      const { userId, tag, chosen } = one;
      const shown = { tag, chosen, ...toCurrentValueForm(tag, one, defaultLanguage) };
      const known = found.get(userId);
      if (known) known.push(shown);
      else found.set(userId, [shown]);
    }
    return found;
  }
}
