export {
  type AddressColumns,
  AddressColumnsOf,
  addressFieldNames,
  type AddressMembers,
  AddressMembersOf,
  addressRecordFields,
  erasedAddressFields,
  having,
  keptAddressFields,
} from './derived';
