import { moneyToNumber, rateToNumber } from '../../../core/money';
import { toUrlOrigin } from '../../../core/url-origin';
import { elementPidResolvers, taxPidResolver, zonePidResolver } from '../../../platform/catalog';
import {
  type CompositeReference,
  type FieldMapping,
  storedListField,
  type NaturalKeyResolver,
  type NaturalKeyLookup,
  storedObjectField,
} from '../../../platform/data-transfer/imports';
import { locationPidResolver } from '../../locations';
import { userPidResolver } from '../../users';
import { addressColumns } from '../documents/copies/copied-columns';
import type { RetainedAddress } from '../documents/entities/retained-customer.entity';
import type {
  DeliverySnapshot,
  ChargeTax,
  PaymentSnapshot,
  SalesAgentSnapshot,
  ShippingSnapshot,
  StatusActionRun,
  Tracking,
} from '../documents/entities/snapshots';
import { TrackingDto } from '../documents/trackings/tracking.dto';
import { toTrackings } from '../documents/trackings/trackings';
import {
  discountReference,
  shipmentReference,
  statusActionPidResolver,
} from './document-references';
import {
  ActionRunDto,
  DeliverySnapshotDto,
  HeadquarterSnapshotDto,
  MarketplaceSnapshotDto,
  NamedValueDto,
  type PartNameDto,
  PartTaxDto,
  PaymentSnapshotDto,
  RetainedAddressDto,
  SalesAgentSnapshotDto,
  ShippingSnapshotDto,
  TagTextDto,
} from './snapshots.dto';

// JSON snapshots of documents. They are exported without ids, which the import looks up.

type IdLookup = Parameters<FieldMapping['parse']>[1]['ids'];

const toIdOrZero = (id: number | undefined): number => id ?? 0;

/** An object with the member, or an empty one without a value. */
const optionalMember = <K extends string, T>(name: K, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<K, T>>;

const serializeTax = ({ id: _id, pId, name, rate, reRate, ...vat }: ChargeTax): PartTaxDto => ({
  pId,
  name,
  rate: rateToNumber(rate),
  reRate: rateToNumber(reRate),
  ...vat,
});

const parseTax =
  (ids: IdLookup) =>
  ({ pId, name, rate, reRate, ...vat }: PartTaxDto): ChargeTax => ({
    id: pId === '' ? 0 : toIdOrZero(ids.get(taxPidResolver, pId)),
    pId,
    name,
    rate,
    reRate,
    ...vat,
  });

export const shipmentTaxesField = storedListField<ChargeTax, PartTaxDto>(
  'taxes',
  () => PartTaxDto,
  {
    serialize: (taxes) => taxes.map(serializeTax),
    parse: (taxes, { ids }) => taxes.map(parseTax(ids)),
  },
);

export const headquarterField = storedObjectField('headquarter', () => HeadquarterSnapshotDto);
export const marketplaceField = storedObjectField('marketplace', () => MarketplaceSnapshotDto);
export const additionalInformationField = storedListField(
  'additionalInformation',
  () => NamedValueDto,
);
export const tagTextsField = storedListField('texts', () => TagTextDto);

export const paymentField = storedObjectField<PaymentSnapshot, PaymentSnapshotDto>(
  'payment',
  () => PaymentSnapshotDto,
  {
    serialize: ({ price, taxes, ...means }) => ({
      price: moneyToNumber(price),
      taxes: taxes.map(serializeTax),
      ...means,
    }),
    parse: ({ price, taxes = [], ...means }, { ids }) => ({
      price,
      taxes: taxes.map(parseTax(ids)),
      ...means,
    }),
  },
);

export const deliveryField = storedObjectField<DeliverySnapshot, DeliverySnapshotDto>(
  'delivery',
  () => DeliverySnapshotDto,
  {
    serialize: ({ type, countryId, location }, { naturalKeys }) => {
      if (!location) return { type, countryId };
      const { id: _id, locationId, ...locationData } = location;
      const zone = naturalKeys.findNaturalKey(zonePidResolver, locationId);
      return { type, countryId, location: { ...locationData, ...optionalMember('zone', zone) } };
    },
    parse: ({ type, countryId, location }, { ids }) => {
      if (!location) return { type, countryId };
      const { zone, ...locationData } = location;
      const locationId = zone === undefined ? 0 : toIdOrZero(ids.get(zonePidResolver, zone));
      const id = toIdOrZero(ids.get(locationPidResolver, locationData.pId));
      return { type, countryId, location: { id, ...locationData, locationId } };
    },
  },
);

export const salesAgentField = storedObjectField<SalesAgentSnapshot, SalesAgentSnapshotDto>(
  'salesAgent',
  () => SalesAgentSnapshotDto,
  {
    serialize: ({ pId, percentCommission, commissionPaid }) => ({
      pId,
      percentCommission: rateToNumber(percentCommission),
      commissionPaid,
    }),
    parse: ({ pId, ...agent }, { ids }) => ({
      id: toIdOrZero(ids.get(userPidResolver, pId)),
      pId,
      ...agent,
    }),
  },
);

const serializePartReference = (
  { resolver, toDto }: CompositeReference<PartNameDto>,
  id: number,
  names: NaturalKeyLookup,
): PartNameDto | undefined => {
  const key = names.findNaturalKey(resolver, id);
  return key === undefined ? undefined : toDto(key);
};

const findPartId = (
  { resolver, toKey }: CompositeReference<PartNameDto>,
  part: PartNameDto | undefined,
  ids: IdLookup,
): number => (part ? toIdOrZero(ids.get(resolver, toKey(part))) : 0);

const findIdOrNull = (
  resolver: NaturalKeyResolver,
  pId: string | undefined,
  ids: IdLookup,
): number | null => (pId === undefined ? null : (ids.get(resolver, pId) ?? null));

export const shippingsField = storedListField<ShippingSnapshot, ShippingSnapshotDto>(
  'shippings',
  () => ShippingSnapshotDto,
  {
    serialize: (shippings, { naturalKeys }) =>
      shippings.map((one) => ({
        ...optionalMember(
          'shipment',
          serializePartReference(shipmentReference, one.id, naturalKeys),
        ),
        name: one.name,
        ...optionalMember('shippingType', one.shippingTypePId ?? undefined),
        shippingTypeName: one.shippingTypeName,
        packages: one.packages,
        price: moneyToNumber(one.price),
        netPrice: moneyToNumber(one.netPrice),
        share: moneyToNumber(one.share),
        taxes: one.taxes.map(serializeTax),
        discounts: one.discounts.map(({ id, amount, ...discount }) => ({
          ...optionalMember('discount', serializePartReference(discountReference, id, naturalKeys)),
          name: discount.name,
          amount: moneyToNumber(amount),
          amountType: discount.amountType,
          value: discount.value,
          code: discount.code,
          description: discount.description,
          applyTo: discount.applyTo,
        })),
      })),
    parse: (shippings, { ids }) =>
      shippings.map(({ shipment, shippingType, taxes = [], discounts = [], ...one }) => ({
        id: findPartId(shipmentReference, shipment, ids),
        name: one.name,
        shippingTypeId: findIdOrNull(elementPidResolvers.shippingType, shippingType, ids),
        shippingTypePId: shippingType ?? null,
        shippingTypeName: one.shippingTypeName,
        packages: one.packages,
        price: one.price,
        netPrice: one.netPrice,
        share: one.share,
        taxes: taxes.map(parseTax(ids)),
        discounts: discounts.map(({ discount, ...other }) => ({
          id: findPartId(discountReference, discount, ids),
          ...other,
        })),
      })),
  },
);

export const actionRunsField = storedListField<StatusActionRun, ActionRunDto>(
  'actions',
  () => ActionRunDto,
  {
    serialize: (runs, { naturalKeys, includesSecrets }) =>
      runs.map(({ actionId, actionType, status, parameters, settingId }) => ({
        actionId,
        actionType,
        status,
        parameters: parameters.map(({ name, value }) => ({
          name,
          value: includesSecrets || name !== 'url' ? value : toUrlOrigin(value),
        })),
        ...optionalMember(
          'statusAction',
          naturalKeys.findNaturalKey(statusActionPidResolver, settingId),
        ),
      })),
    parse: (runs, { ids }) =>
      runs.map(({ statusAction, parameters = [], ...run }) => ({
        ...run,
        parameters,
        settingId:
          statusAction === undefined
            ? 0
            : toIdOrZero(ids.get(statusActionPidResolver, statusAction)),
      })),
  },
);

export const trackingsField = storedListField<Tracking, TrackingDto>(
  'trackings',
  () => TrackingDto,
  {
    serialize: (trackings) => withoutNulls(trackings) as TrackingDto[],
    parse: (trackings) => toTrackings(trackings),
  },
);

export const retainedAddressesField = storedListField<RetainedAddress, RetainedAddressDto>(
  'addresses',
  () => RetainedAddressDto,
  {
    serialize: (addresses) => withoutNulls(addresses) as RetainedAddressDto[],
    parse: (addresses) =>
      addresses.map(
        (one) =>
          Object.fromEntries(
            addressColumns.map((name) => [name, one[name] ?? null]),
          ) as unknown as RetainedAddress,
      ),
    emptyValue: [],
  },
);

/** Removes members that are null from JSON data. */
function withoutNulls(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (_, value: unknown) => (value === null ? undefined : value)),
  );
}
