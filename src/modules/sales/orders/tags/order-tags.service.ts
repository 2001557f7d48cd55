import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { DomainError, NotFound, mapPointers } from '../../../../core/errors';
import { type LoadPlan, createLoadPlan, type Loaded } from '../../../../core/load-plan';
import { is, Stores, mapViolations } from '../../../../database';
import { type LoadedTags, TagAssignmentResolver } from '../../../custom-tags';
import { DocumentChanges, Documents, DocumentTag, SalesDocument, tagPlaces } from '../../documents';
import type { DocumentTagDto, DocumentTagValueDto } from './document-tag.dto';
import { DocumentTagTaken, type TagContext, toTextTagDraft } from './tag-drafts';

const typePlan = createLoadPlan(SalesDocument, ['type']);
const valuePlan = createLoadPlan(DocumentTag, ['value', 'valueId']);

/** Where a body names the tag; and where the path names it, of a request whose body doesn't. */
const TAG_POINTER = '/customTag';
const TAG_PATH_POINTER = 'path/customTagId';

/** The tags that orders carry themselves: not those of their customers and lines, which never change. */
@Injectable()
export class OrderTagsService {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly changes: DocumentChanges,
    private readonly tags: TagAssignmentResolver,
    private readonly configuration: Configuration,
  ) {}

  /** By ascending id. @throws NotFound */
  async list<R>(orderId: number, plan: LoadPlan<DocumentTag, R>): Promise<R[]> {
    await this.documents.get('order', orderId, typePlan);
    return this.stores.loader.listWhere(DocumentTag, toOrderTagConditions(orderId), plan);
  }

  /**
   * Puts a tag on an order.
   * @throws NotFound, OrderDeleted, DocumentTagTaken, and what `LoadedTags.resolveText` throws
   */
  async add(orderId: number, given: DocumentTagDto): Promise<void> {
    await this.changes.change('order', orderId, ['languageCode'], async (order) => {
      const context = this.toTagContext(order, await this.findTags(given));
      const draft = toTextTagDraft('document', given, '', context);
      return { write: () => this.insert({ ...draft, documentId: orderId, rowId: 0 }) };
    });
  }

  /**
   * Gives a tag of an order another value; the one that it has is no change.
   * @throws NotFound when the order does not carry the tag, and what `add` throws
   */
  async update(orderId: number, tagId: number, { value }: DocumentTagValueDto): Promise<void> {
    await this.changes.change('order', orderId, ['languageCode'], async (order) => {
      const carried = await this.getOrderTag(orderId, tagId);
      const draft = await this.findChange(order, carried, { customTag: { id: tagId }, value });
      return (
        draft && {
          write: async () => {
            await this.stores.writer.update(DocumentTag, carried.id, draft);
          },
        }
      );
    });
  }

  /** Takes a tag off an order. @returns the tag's id @throws NotFound, OrderDeleted */
  async remove(orderId: number, tagId: number): Promise<{ id: number }> {
    await this.changes.change('order', orderId, [], async () => {
      const { id } = await this.getOrderTag(orderId, tagId);
      return {
        write: async () => {
          await this.stores.writer.remove(DocumentTag, id);
        },
      };
    });
    return { id: tagId };
  }

  private findTags(given: DocumentTagDto): Promise<LoadedTags> {
    return this.tags.load([given], { names: true });
  }

  private toTagContext({ languageCode }: SalesDocument, found: LoadedTags): TagContext {
    return { found, languageCode, defaultLanguage: this.configuration.defaultLanguage };
  }

  /**
   * The new value; undefined where the order has it already. The text that the order shows is the one that it has,
   * whatever has become of the tag and its values since, unless it is the pId of another value.
   */
  private async findChange(
    order: SalesDocument,
    carried: Loaded<typeof valuePlan>,
    given: DocumentTagDto,
  ): Promise<Partial<DocumentTag> | undefined> {
    const isShown = given.value === carried.value;
    if (isShown && carried.valueId === null) return undefined;
    const context = this.toTagContext(order, await this.findTags(given));
    try {
      const draft = toTextTagDraft('document', given, '', context, true);
      const { value, valueHash, valueId, valuePId } = draft;
      const isSame = value === carried.value && valueId === carried.valueId;
      return isSame ? undefined : { value, valueHash, valueId, valuePId };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (isShown) return undefined;
      throw mapPointers(error, (at) => (at === TAG_POINTER ? TAG_PATH_POINTER : at));
    }
  }

  private async getOrderTag(orderId: number, tagId: number): Promise<Loaded<typeof valuePlan>> {
    const conditions = [...toOrderTagConditions(orderId), is('tagId', tagId)];
    const [found] = await this.stores.loader.listWhere(DocumentTag, conditions, valuePlan);
    if (!found) throw new NotFound({ resource: 'orderTag', id: tagId });
    return found;
  }

  private async insert(draft: Partial<DocumentTag>): Promise<void> {
    await mapViolations(() => this.stores.writer.insert(DocumentTag, [draft]), {
      unique: () => new DocumentTagTaken({ pointer: TAG_POINTER }),
    });
  }
}

function toOrderTagConditions(orderId: number) {
  return [is('documentId', orderId), is('place', tagPlaces.document)];
}
