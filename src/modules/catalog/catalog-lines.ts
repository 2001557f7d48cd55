import { given } from '../../core/given';
import type { Stores } from '../../database';
import type { LineType } from '../intake';
import type { Catalog } from './catalog';
import {
  ChannelLineDto,
  ElementLineDto,
  HeadquarterLineDto,
  type PaymentMeansDto,
  PaymentSystemLineDto,
  TaxLineDto,
} from './catalog.dto';
import {
  elementKinds,
  type ElementKind,
  type HeadquarterSeries,
  type PaymentMeans,
  seriesDocuments,
} from './catalog-kind';
import { Channel, channelSearch } from './channel.entity';
import { Element, elementSearch } from './element.entity';
import { Headquarter, headquarterSearch } from './headquarter.entity';
import { type Columns, RecordLines } from './record-lines';
import { Tax, taxSearch } from './tax.entity';
import { ZoneLines } from './zone-lines';

/** The lines of everything in the catalog. */
export function catalogLines(stores: Stores, catalog: Catalog): LineType[] {
  return [
    ...elementKinds.map((kind) => elementLines(stores, kind)),
    new ZoneLines(stores, catalog),
    new RecordLines<ChannelLineDto, Channel>(stores, {
      type: 'channel',
      dto: ChannelLineDto,
      entity: Channel,
      search: channelSearch,
      columns: ({ pId, name }) => ({ pId, name }),
    }),
    new RecordLines<HeadquarterLineDto, Headquarter>(stores, {
      type: 'headquarter',
      dto: HeadquarterLineDto,
      entity: Headquarter,
      search: headquarterSearch,
      columns: headquarterColumns,
    }),
    new RecordLines<TaxLineDto, Tax>(stores, {
      type: 'tax',
      dto: TaxLineDto,
      entity: Tax,
      search: taxSearch,
      columns: taxColumns,
    }),
  ];
}

function taxColumns(value: TaxLineDto): Columns<Tax> {
  const { pId, name, rate, reRate } = value;
  const { category = null, exemptionCode = null, exemptionReason = null } = value;
  return { pId, name, rate, reRate, category, exemptionCode, exemptionReason };
}

function elementLines(stores: Stores, kind: ElementKind): LineType {
  return new RecordLines<PaymentSystemLineDto, Element>(stores, {
    type: kind,
    dto: kind === 'paymentSystem' ? PaymentSystemLineDto : ElementLineDto,
    entity: Element,
    search: elementSearch,
    within: { kind },
    columns: ({ pId, name, sku, image, paymentMeans }) => ({
      kind,
      pId,
      name,
      sku,
      image,
      paymentMeans: paymentMeans ? meansOf(paymentMeans) : null,
    }),
    searched: ({ sku }) => [sku],
  });
}

function meansOf({ code, iban, bic, accountName, terms }: PaymentMeansDto): PaymentMeans {
  return { code, ...given({ iban, bic, accountName, terms }) };
}

function headquarterColumns(value: HeadquarterLineDto): Columns<Headquarter> {
  const { pId, name, address, city, state, postalCode, phone, vat, logo } = value;
  const { countryCode, email = '', series = [] } = value;
  return {
    pId,
    name,
    address,
    city,
    countryCode: countryCode ?? '',
    state,
    postalCode,
    phone,
    email,
    vat,
    logo,
    legalName: value.legalName ?? null,
    registrationNumber: value.registrationNumber ?? null,
    registrationScheme: value.registrationScheme ?? null,
    electronicAddress: value.electronicAddress ?? null,
    electronicAddressScheme: value.electronicAddressScheme ?? null,
    series: seriesDocuments.flatMap((document): HeadquarterSeries[] => {
      const given = series.find((one) => one.document === document);
      if (!given) return [];
      const { prefix, suffix } = given;
      return [{ document, ...(prefix === undefined ? {} : { prefix }), suffix }];
    }),
  };
}
