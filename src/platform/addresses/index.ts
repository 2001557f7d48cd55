export {
  type AddressColumns,
  AddressColumnsOf,
  addressFieldNames,
  type AddressMembers,
  AddressMembersOf,
  addressRecordFields,
  erasedAddressFields,
  withTypedMembers,
  keptAddressFields,
} from './address-members';
