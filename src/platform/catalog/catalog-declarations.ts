import { defineError, type DomainError } from '../../core/errors';
import { compact } from '../../core/compact';
import { createLoadPlanForType } from '../../core/load-plan';
import { toSortKey } from '../../core/text-folding';
import { findVatNumberWarnings } from '../../core/vat-numbers';
import { type EntityClass, whereEquals, type SearchKind, type DataAccess } from '../../database';
import type { DtoClass } from '../../api';
import {
  createDtoFields,
  type FieldMapping,
  storedListField,
  storedObjectField,
  storedReferenceField,
  REMOVE_AFTER_CHANGES_RENAME_BY_PID,
  type RowValues,
  type StoredRecordDeclaration,
  defineStoredRecordExport,
  type ExportSource,
} from '../data-transfer/imports';
import {
  ChannelImportDto,
  ElementImportDto,
  HeadquarterImportDto,
  HeadquarterSeriesDto,
  PaymentMeansDto,
  PaymentSystemImportDto,
  TaxImportDto,
  ZoneImportDto,
} from './catalog.dto';
import {
  type CatalogKind,
  elementKinds,
  type ElementKind,
  type HeadquarterSeries,
  type PaymentMeans,
  seriesDocumentTypes,
} from './catalog-kind';
import { zonePidResolver } from './catalog-pid-resolvers';
import { Channel, channelSearch } from './channel.entity';
import { CatalogElement, elementSearch } from './element.entity';
import { Headquarter, headquarterSearch } from './headquarter.entity';
import { Tax, taxSearch } from './tax.entity';
import { Zone, zoneSearch } from './zone.entity';

/** 422: a zone can't contain itself. */
const ZoneInsideItself = defineError<{ pId: string }>({
  code: 'zone.insideItself',
  status: 422,
  title: "A zone can't contain itself",
  remedy: 'Choose another parent.',
  detail: ({ pId }) =>
    `The parent of the zone ${JSON.stringify(pId)} is the zone itself or a zone inside it.`,
  pointer: () => '/parent',
});

/** Maximum number of zones above a zone that gets another parent. Each is read and locked. */
const MAX_ZONE_ANCESTORS = 32;

/** 422: a zone can't move below too many others. */
const ZoneTooDeep = defineError<{ pId: string }>({
  code: 'zone.tooDeep',
  status: 422,
  title: 'The zone would be too deep',
  remedy: 'Choose a parent with fewer zones above it.',
  detail: ({ pId }) =>
    `The zone ${JSON.stringify(pId)} can't move below more than ${MAX_ZONE_ANCESTORS} others.`,
  pointer: () => '/parent',
});

type VatCheckInput = Parameters<typeof findVatNumberWarnings>[0];

type CatalogDeclaration = StoredRecordDeclaration & { readonly type: CatalogKind };

/** Defines a kind of the catalog: rows of a table that are identified by pId. */
function declareCatalogKind(
  type: CatalogKind,
  { entity, dto, search }: { entity: EntityClass; dto: DtoClass; search: SearchKind },
  customFields: readonly FieldMapping[] = [],
): CatalogDeclaration {
  return {
    type,
    dto: dto as DtoClass<RowValues>,
    scope: 'import:write',
    entity,
    keyProperties: ['pId'],
    updatedAtOwner: { entity: entity as EntityClass<{ id: number }> },
    fields: createDtoFields(dto, entity, customFields),
    derivedColumns: [{ property: 'nameFolded', compute: ({ name }) => toSortKey(name as string) }],
    search: { kind: search, getTexts: ({ pId, name }) => [pId as string, name as string] },
  };
}

/** Defines a kind of elements; all kinds share a table. */
function declareElementKind(kind: ElementKind): CatalogDeclaration {
  const dto = kind === 'paymentSystem' ? PaymentSystemImportDto : ElementImportDto;
  const paymentMeansField = storedObjectField('paymentMeans', () => PaymentMeansDto, {
    parse: toPaymentMeans,
  });
  const declaration = declareCatalogKind(
    kind,
    { entity: CatalogElement, dto, search: elementSearch },
    [paymentMeansField],
  );
  return {
    ...declaration,
    keyProperties: ['kind', 'pId'],
    derivedColumns: [
      ...(declaration.derivedColumns ?? []),
      { property: 'kind', compute: () => kind },
    ],
    search: {
      kind: elementSearch,
      getTexts: ({ pId, name, sku }) => [pId, name, sku] as readonly string[],
    },
  };
}

function toPaymentMeans({ code, iban, bic, accountName, terms }: PaymentMeansDto): PaymentMeans {
  return { code, ...compact({ iban, bic, accountName, terms }) };
}

const parentPlan = createLoadPlanForType<Zone>(['parentId']);

/** Zones. The parent of a zone has to be stored, or to come before it in the import. */
const zoneDeclaration: CatalogDeclaration = {
  ...declareCatalogKind('zone', { entity: Zone, dto: ZoneImportDto, search: zoneSearch }, [
    storedReferenceField('parent', 'parentId', zonePidResolver, { optional: true }),
  ]),
  getReferencedKeys: ({ parent }) => {
    const { pId } = (parent ?? {}) as { readonly pId?: string };
    return pId === undefined ? [] : [JSON.stringify([pId])];
  },
  findChangeError: async (dataAccess, { parentId }, { id, pId, parentId: before }) =>
    parentId === before
      ? undefined
      : findParentError(dataAccess, parentId as number | null, {
          id: id as number,
          pId: pId as string,
        }),
};

/**
 * Returns the error of a zone's new parent: it is the zone itself, inside it, or too deep. Locks the parent and its
 * ancestors until the unit of work ends.
 */
async function findParentError(
  { loader, writer }: DataAccess,
  parentId: number | null,
  zone: Pick<Zone, 'id' | 'pId'>,
): Promise<DomainError | undefined> {
  let ancestorId = parentId;
  for (let level = 0; ancestorId !== null; level += 1) {
    if (ancestorId === zone.id) return new ZoneInsideItself({ pId: zone.pId });
    if (level === MAX_ZONE_ANCESTORS) return new ZoneTooDeep({ pId: zone.pId });
    await writer.lock(Zone, [ancestorId]);
    ancestorId = (await loader.findById(Zone, ancestorId, parentPlan))?.parentId ?? null;
  }
  return undefined;
}

/** The series of a headquarter in a fixed order of their documents. */
function toHeadquarterSeries(series: readonly HeadquarterSeriesDto[]): HeadquarterSeries[] {
  return seriesDocumentTypes.flatMap((document): HeadquarterSeries[] => {
    const one = series.find((other) => other.document === document);
    return one ? [{ document, ...compact({ prefix: one.prefix }), suffix: one.suffix }] : [];
  });
}

const headquarterDeclaration: CatalogDeclaration = {
  ...declareCatalogKind(
    'headquarter',
    { entity: Headquarter, dto: HeadquarterImportDto, search: headquarterSearch },
    [
      storedListField<HeadquarterSeries, HeadquarterSeriesDto>(
        'series',
        () => HeadquarterSeriesDto,
        {
          parse: toHeadquarterSeries,
          emptyValue: [],
        },
      ),
    ],
  ),
  findWarnings: ({ vat, countryCode: country }) =>
    findVatNumberWarnings({ vat, country } as VatCheckInput, '/vat'),
};

/** All kinds of the catalog, in the order of their export. */
export const catalogDeclarations: readonly CatalogDeclaration[] = [
  zoneDeclaration,
  declareCatalogKind('channel', { entity: Channel, dto: ChannelImportDto, search: channelSearch }),
  headquarterDeclaration,
  ...elementKinds.map(declareElementKind),
  declareCatalogKind('tax', { entity: Tax, dto: TaxImportDto, search: taxSearch }),
];

/** Exports the catalog. */
export const catalogExportSources: readonly ExportSource[] = catalogDeclarations.map(
  (declaration) => ({
    entity: declaration.entity as EntityClass<{ id: number }>,
    ...(declaration.entity === CatalogElement && {
      where: [whereEquals('kind', declaration.type)],
    }),
    ...(declaration === zoneDeclaration && { parentProperty: 'parentId' }),
    journalKinds: [declaration.type],
    removalReplay: REMOVE_AFTER_CHANGES_RENAME_BY_PID,
    recordTypes: [defineStoredRecordExport(declaration)],
  }),
);
