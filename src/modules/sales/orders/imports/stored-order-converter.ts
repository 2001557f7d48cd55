import type { ReferenceDto } from '../../../../api';
import { addressTypes } from '../../../../core/user-codes';
import { rowTypes } from '../../documents';
import type { DocumentAddress } from '../../documents/entities/document-address.entity';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import type { Shipment } from '../../documents/entities/shipment.entity';
import type { ChargeTax } from '../../documents/entities/snapshots';
import { toRowTagDrafts, type TagContext, toTagDrafts } from '../tags/tag-drafts';
import { findTotalsError } from './order-amounts';
import type { OrderAddressDto, OrderLineDto, OrderShipmentDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type { OrderItemDto, OrderRowDto, OrderTaxDto } from './order-row.dto';
import {
  toComparableReferenceById,
  toComparableReference,
  toTaxWithRates,
  toPartDiscountDto,
  type OptionalReference,
  toComparableTags,
} from './stored-order-conversions';

type SentRow = OrderRowDto | OrderItemDto;

/** Context of the conversion of a stored order. */
interface StoredOrderContext {
  /** Lookups for the references of the sent record. */
  readonly lookups: OrderLookups;
  readonly defaultLanguage: string;
  /** Whether the mutable state of the order is ignored, because operations have changed it since the import. */
  readonly ignoresMutableFields: boolean;
}

/**
 * Converts a stored order to the form of a sent record, so that they can be compared. Values that the service
 * adds to records are only included if the sent record has them. References use the keys that it uses.
 */
export class StoredOrderConverter {
  private readonly tagContext: TagContext | undefined;

  constructor(
    private readonly document: SalesDocument,
    private readonly sent: OrderLineDto,
    private readonly context: StoredOrderContext,
  ) {
    const { languageCode } = document;
    const { lookups, defaultLanguage } = context;
    this.tagContext = lookups.tags && { languageCode, defaultLanguage, loadedTags: lookups.tags };
  }

  toRecord(): OrderLineDto {
    const { document, sent } = this;
    const { channelId, channelPId, headquarterId, headquarterPId } = document;
    const { channel, headquarter, documentNumber } = sent;
    return {
      ...(document as object as OrderLineDto),
      ...this.toMutableFields(),
      documentNumber: documentNumber === '' ? '' : (document.documentNumber ?? ''),
      channel: channel && toComparableReference(channel, channelId, channelPId),
      headquarter: headquarter && toComparableReference(headquarter, headquarterId, headquarterPId),
      user: this.toUser(),
      rows: document.rows.map((row, index) => this.toRow(row, sent.rows[index])),
      discounts: document.discounts.map((one) => ({
        ...toPartDiscountDto(one),
        ticketCode: one.code,
        amountType: one.amountType as 1 | 2,
      })) as OrderLineDto['discounts'] & object,
      shipments: this.toShipments(),
      ...this.toPayment(),
      ...this.toDelivery(),
      ...this.toTotals(),
    };
  }

  /** Returns the members that operations can change. */
  private toMutableFields(): Partial<OrderLineDto> {
    const { document, sent, tagContext } = this;
    if (this.context.ignoresMutableFields) {
      const { status, exported, paid, comment, transactionId, authNumber, vouchers } = sent;
      const { subStatus = null, paymentDate = null, deliveryDate = null, customTags = [] } = sent;
      const state = { status, subStatus, exported, paid, paymentDate, deliveryDate, comment };
      return { ...state, transactionId, authNumber, customTags, vouchers: vouchers ?? [] };
    }
    return {
      subStatus: this.toSubStatus(),
      customTags: toComparableTags(document.customTags, sent.customTags, (given) =>
        tagContext ? toTagDrafts('document', given, '', tagContext) : [],
      ),
    };
  }

  private toSubStatus(): OptionalReference {
    const { subStatusId } = this.document;
    const { subStatus, status } = this.sent;
    const find = (reference: ReferenceDto) =>
      this.context.lookups.getSubStatusId(reference, status, '');
    return toComparableReferenceById(subStatus, subStatusId, find);
  }

  private toUser(): OrderLineDto['user'] {
    const { document, sent, tagContext } = this;
    const { customTags } = sent.user;
    const findAddress = (type: number): OrderAddressDto | undefined =>
      document.addresses.find((one) => one.type === type) as
        | (DocumentAddress & OrderAddressDto)
        | undefined;
    const shippingAddress = findAddress(addressTypes.shipping);
    return {
      pId: document.userPId,
      email: document.customerEmail,
      gender: document.customerGender as 0 | 1 | 2,
      group: toComparableReference(
        sent.user.group,
        document.customerGroupId,
        document.customerGroupPId,
      ),
      billingAddress: findAddress(addressTypes.billing) as OrderAddressDto,
      ...(shippingAddress && { shippingAddress }),
      ...(customTags && {
        customTags: this.context.ignoresMutableFields
          ? customTags
          : toComparableTags(document.customerTags, customTags, (given) =>
              tagContext ? toTagDrafts('customer', given, '', tagContext) : [],
            ),
      }),
    };
  }

  private toRow(row: DocumentRow, sent: SentRow | undefined): OrderRowDto {
    const type = (Object.keys(rowTypes) as OrderRowDto['type'][]).find(
      (name) => rowTypes[name] === row.type,
    );
    const { items = [], price, ...columns } = row;
    const sentItems = sent && 'items' in sent ? sent.items : undefined;
    return {
      ...(columns as object as OrderRowDto),
      type: type ?? 'product',
      ...(type !== 'bundle' && { price }),
      product: toComparableReference(sent?.product, row.productId, row.productPId),
      taxes: this.toTaxes((row.taxes ?? []).map(toTaxWithRates), sent?.taxes),
      discounts: (row.discounts ?? []).map(toPartDiscountDto),
      options: (row.options ?? []).map((option, optionIndex) => ({
        ...option,
        option: toComparableReference(
          sent?.options?.[optionIndex]?.option,
          option.optionId,
          option.optionPId,
        ),
        values: (option.values ?? []).map(({ valueId, valuePId, ...value }, valueIndex) => {
          const sentReference =
            sent?.options?.[optionIndex]?.values?.[valueIndex]?.productOptionValue;
          return {
            ...value,
            productOptionValue: toComparableReference(sentReference, valueId, valuePId),
          };
        }),
      })),
      stocks: (row.stocks ?? []).map((stock, index) => ({
        ...stock,
        warehouse: toComparableReference(
          sent?.stocks?.[index]?.warehouse,
          stock.warehouseId,
          stock.warehousePId,
        ) as ReferenceDto,
      })),
      customTags: this.context.ignoresMutableFields
        ? (sent?.customTags ?? [])
        : toComparableTags(row.customTags, sent?.customTags, (given) =>
            this.tagContext ? toRowTagDrafts(given, '', this.tagContext) : [],
          ),
      items: items.map((item, index) => this.toRow(item, sentItems?.[index])) as OrderItemDto[],
    };
  }

  /** Converts taxes. Only rates that the record has are included; an exempt order doesn't store them. */
  private toTaxes(
    taxes: readonly Omit<ChargeTax, 'name'>[],
    sent: readonly OrderTaxDto[] = [],
  ): OrderTaxDto[] {
    const { reverseChargeVat, addresses } = this.document;
    const billing = addresses.find(({ type }) => type === addressTypes.billing);
    const isTaxed = !reverseChargeVat && billing?.reverseChargeVat !== true && billing?.tax;
    return taxes.map(({ id, pId, rate, reRate }, index) => {
      const sentTax = sent[index];
      const tax = toComparableReference(sentTax?.tax, id, pId) as ReferenceDto;
      return {
        tax,
        ...(sentTax?.rate !== undefined && { rate: isTaxed ? rate : sentTax.rate }),
        ...(sentTax?.reRate !== undefined && {
          reRate: isTaxed && billing.re ? reRate : sentTax.reRate,
        }),
      };
    });
  }

  private toShipments(): OrderShipmentDto[] {
    const { document, sent } = this;
    const { ignoresMutableFields } = this.context;
    const { shipments } = document;
    // Operations may have added shipments to the order.
    const stored = ignoresMutableFields
      ? shipments.slice(0, sent.shipments?.length ?? 0)
      : shipments;
    return stored.map((one, index) => this.toShipment(one, sent.shipments?.[index]));
  }

  private toShipment(stored: Shipment, sent: OrderShipmentDto | undefined): OrderShipmentDto {
    const { lookups, ignoresMutableFields } = this.context;
    const state =
      ignoresMutableFields && sent
        ? { ...sent, exported: sent.exported ?? this.sent.exported }
        : { ...stored, packages: sent?.packages === 0 ? 0 : stored.packages };
    return {
      ...(stored as object as OrderShipmentDto),
      exported: state.exported,
      packages: state.packages,
      status: state.status as OrderShipmentDto['status'],
      trackingNumber: state.trackingNumber ?? '',
      trackings: (state.trackings ?? []) as OrderShipmentDto['trackings'] & object,
      name: sent?.name === '' && sent.shippingType ? '' : stored.name,
      shippingType: toComparableReference(
        sent?.shippingType,
        stored.shippingTypeId,
        stored.shippingTypePId,
      ),
      physicalLocation: toComparableReferenceById(
        sent?.physicalLocation,
        stored.physicalLocationId,
        (reference) => lookups.getLocation(reference, '').id,
      ),
      taxes: this.toTaxes(stored.taxes ?? [], sent?.taxes),
      discounts: (stored.discounts ?? []).map(toPartDiscountDto),
      rows: this.toShippedRows(stored, sent),
    };
  }

  /** Converts the rows of a shipment. They are mutable: operations move rows between shipments. */
  private toShippedRows(
    { rows = [] }: Shipment,
    sent: OrderShipmentDto | undefined,
  ): OrderShipmentDto['rows'] {
    if (this.context.ignoresMutableFields || !sent?.rows) return sent?.rows;
    const ids = this.document.rows.map(({ id }) => id);
    return rows.map(({ rowId, quantity }) => ({ row: ids.indexOf(rowId), quantity }));
  }

  private toPayment(): Pick<OrderLineDto, 'payment'> {
    const { payment, paymentName, paymentSystemId, paymentSystemPId } = this.document;
    const { payment: sent } = this.sent;
    return {
      payment: payment && {
        price: payment.price,
        paymentSystem: toComparableReference(
          sent?.paymentSystem,
          paymentSystemId,
          paymentSystemPId,
        ),
        name: sent?.name === '' && sent.paymentSystem ? '' : paymentName,
        taxes: this.toTaxes(payment.taxes, sent?.taxes),
      },
    } as Pick<OrderLineDto, 'payment'>;
  }

  private toDelivery(): Pick<OrderLineDto, 'delivery'> {
    const { type, location } = this.document.delivery ?? { type: 0 };
    const sent = this.sent.delivery?.physicalLocation;
    const physicalLocation = toComparableReference(
      sent,
      location?.id ?? null,
      location?.pId ?? null,
    );
    return { delivery: { type: type as 0 | 1, physicalLocation } };
  }

  /** Returns the sent totals if they would be accepted for the stored order, else the stored totals. */
  private toTotals(): Partial<OrderLineDto> {
    const { sent, document } = this;
    const { totals, trustTotals } = sent;
    if (!totals) return { trustTotals };
    if (!trustTotals && !findTotalsError(sent, document)) return { totals, trustTotals };
    const { total, subtotal, totalTaxes } = document;
    return {
      trustTotals,
      totals: {
        ...(totals.total !== undefined && { total }),
        ...(totals.subtotal !== undefined && { subtotal }),
        ...(totals.totalTaxes !== undefined && { totalTaxes }),
      },
    };
  }
}
