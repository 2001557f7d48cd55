import { Nested, SchemaExample } from '../../../../api';
import {
  type AddressMembers,
  WithAddressMembers,
  createEmptyBaseClass,
} from '../../../../platform/addresses';

/** Members that the body can't have: the taxes of the exchanged invoice stay. `re` is the equivalence surcharge. */
const taxationFields = ['re', 'reverseChargeVat', 'tax'] as const;

@WithAddressMembers('document', {
  leadingMembers: [
    'countryCode',
    'userType',
    'alias',
    'firstName',
    'lastName',
    'company',
    'address',
    'number',
  ],
  omittedMembers: taxationFields,
})
export class FullInvoiceAddressDto extends createEmptyBaseClass<
  Omit<AddressMembers<'document'>, (typeof taxationFields)[number]>
>() {}

@SchemaExample({
  billingAddress: {
    countryCode: 'ES',
    firstName: 'Ada',
    lastName: 'Núñez',
    nif: '12345678Z',
    address: 'Gran Vía',
    number: '12',
    city: 'Madrid',
    postalCode: '28013',
  },
})
export class FullInvoiceDto {
  @Nested(() => FullInvoiceAddressDto)
  billingAddress!: FullInvoiceAddressDto;
}
