import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereIn, DataAccess } from '../../../database';
import { type AssignedTagValue, convertToTagValueForm, Tag, TagValue } from '../../custom-tags';
import { UserTagAssignment } from './user-tag-assignment.entity';

/** A tag that the orders of a customer record, with its value in the form that the tag has today. */
export type CustomerTag = Pick<Loaded<typeof tagAssignmentPlan>, 'tag' | 'chosen'> &
  AssignedTagValue;

/** Tags by the id of their customer. Customers without tags are missing. */
export type CustomerTagsByUserId = ReadonlyMap<number, readonly CustomerTag[]>;

const tagAssignmentPlan = createLoadPlan(UserTagAssignment, ['userId', 'active', 'value'], {
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
  async load(userIds: Iterable<number>): Promise<CustomerTagsByUserId> {
    const tagsByUserId = new Map<number, CustomerTag[]>();
    const { defaultLanguage } = this.configuration;
    const assignments = await this.dataAccess.loader.listWhere(
      UserTagAssignment,
      [whereIn('userId', [...new Set(userIds)])],
      tagAssignmentPlan,
    );
    for (const one of assignments) {
      if (!one.tag.inOrders) continue;
      const { userId, tag, chosen } = one;
      const customerTag = { tag, chosen, ...convertToTagValueForm(tag, one, defaultLanguage) };
      const customerTags = tagsByUserId.get(userId);
      if (customerTags) customerTags.push(customerTag);
      else tagsByUserId.set(userId, [customerTag]);
    }
    return tagsByUserId;
  }
}
