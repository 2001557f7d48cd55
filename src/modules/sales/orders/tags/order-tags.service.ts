import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { DomainError, NotFound, mapPointers } from '../../../../core/errors';
import { type LoadPlan, createLoadPlan, type Loaded } from '../../../../core/load-plan';
import { whereEquals, DataAccess, mapViolations } from '../../../../database';
import { type TagLookup, TagAssignmentResolver } from '../../../custom-tags';
import { Documents } from '../../documents';
import { DocumentUpdater } from '../../documents/changes/document-updater';
import { DocumentTag, tagOwnerTypes } from '../../documents/entities/document-tag.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import type { DocumentTagDto, DocumentTagValueDto } from './document-tag.dto';
import { DocumentTagTaken, type TagContext, toTextTagDraft } from './tag-drafts';

const typePlan = createLoadPlan(SalesDocument, ['type']);
const valuePlan = createLoadPlan(DocumentTag, ['value', 'valueId']);

/** Pointers to the tag: in the body of a request that adds it, and in the path of a request that changes it. */
const TAG_POINTER = '/customTag';
const TAG_PATH_POINTER = 'path/customTagId';

/** Columns of an order that its tags depend on. */
type TaggedOrder = Pick<SalesDocument, 'languageCode'>;

/** Reads and changes the own tags of orders. The tags of their customers and rows never change. */
@Injectable()
export class OrderTagsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentUpdater: DocumentUpdater,
    private readonly tags: TagAssignmentResolver,
    private readonly configuration: Configuration,
  ) {}

  /** Lists the tags by ascending id. @throws NotFound */
  async list<R>(orderId: number, plan: LoadPlan<DocumentTag, R>): Promise<R[]> {
    await this.documents.get('order', orderId, typePlan);
    return this.dataAccess.loader.listWhere(DocumentTag, toOrderTagConditions(orderId), plan);
  }

  /**
   * Adds a tag to an order.
   * @throws NotFound, OrderDeleted, DocumentTagTaken, and the errors of `TagLookup.resolveText`
   */
  async add(orderId: number, input: DocumentTagDto): Promise<void> {
    await this.documentUpdater.change('order', orderId, ['languageCode'], async (order) => {
      const context = this.toTagContext(order, await this.loadTags(input));
      const draft = toTextTagDraft('document', input, '', context);
      return { write: () => this.insert({ ...draft, documentId: orderId, rowId: 0 }) };
    });
  }

  /**
   * Changes the value of an order's tag; an equal value changes nothing.
   * @throws NotFound when the order doesn't have the tag, and the errors of `add`
   */
  async update(orderId: number, tagId: number, { value }: DocumentTagValueDto): Promise<void> {
    await this.documentUpdater.change('order', orderId, ['languageCode'], async (order) => {
      const current = await this.getOrderTag(orderId, tagId);
      const draft = await this.findChangedColumns(order, current, {
        customTag: { id: tagId },
        value,
      });
      return (
        draft && {
          write: async () => {
            await this.dataAccess.writer.update(DocumentTag, current.id, draft);
          },
        }
      );
    });
  }

  /** Removes a tag from an order. @returns the tag's id @throws NotFound, OrderDeleted */
  async remove(orderId: number, tagId: number): Promise<{ id: number }> {
    await this.documentUpdater.change('order', orderId, [], async () => {
      const { id } = await this.getOrderTag(orderId, tagId);
      return {
        write: async () => {
          await this.dataAccess.writer.remove(DocumentTag, id);
        },
      };
    });
    return { id: tagId };
  }

  private loadTags(input: DocumentTagDto): Promise<TagLookup> {
    return this.tags.load([input], { includeNames: true });
  }

  private toTagContext({ languageCode }: TaggedOrder, loadedTags: TagLookup): TagContext {
    return { loadedTags, languageCode, defaultLanguage: this.configuration.defaultLanguage };
  }

  /**
   * Returns the changed columns; undefined when the value stays the same. The recorded text counts as the current
   * value, even if the tag was changed or deleted, unless this text is the pId of another value.
   */
  private async findChangedColumns(
    order: TaggedOrder,
    current: Loaded<typeof valuePlan>,
    input: DocumentTagDto,
  ): Promise<Partial<DocumentTag> | undefined> {
    const isCurrentText = input.value === current.value;
    if (isCurrentText && current.valueId === null) return undefined;
    const context = this.toTagContext(order, await this.loadTags(input));
    try {
      const draft = toTextTagDraft('document', input, '', context, { isAssigned: true });
      const { value, valueHash, valueId, valuePId } = draft;
      const isSame = value === current.value && valueId === current.valueId;
      return isSame ? undefined : { value, valueHash, valueId, valuePId };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (isCurrentText) return undefined;
      throw mapPointers(error, (pointer) => (pointer === TAG_POINTER ? TAG_PATH_POINTER : pointer));
    }
  }

  private async getOrderTag(orderId: number, tagId: number): Promise<Loaded<typeof valuePlan>> {
    const conditions = [...toOrderTagConditions(orderId), whereEquals('tagId', tagId)];
    const [found] = await this.dataAccess.loader.listWhere(DocumentTag, conditions, valuePlan);
    if (!found) throw new NotFound({ resource: 'orderTag', id: tagId });
    return found;
  }

  private async insert(draft: Partial<DocumentTag>): Promise<void> {
    await mapViolations(() => this.dataAccess.writer.insert(DocumentTag, [draft]), {
      unique: () => new DocumentTagTaken({ pointer: TAG_POINTER }),
    });
  }
}

function toOrderTagConditions(orderId: number) {
  return [whereEquals('documentId', orderId), whereEquals('place', tagOwnerTypes.document)];
}
