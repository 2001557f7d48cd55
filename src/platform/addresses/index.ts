export {
  type AddressColumns,
  AddressColumnsOf,
  addressFieldNames,
  type AddressMembers,
  AddressMembersOf,
  addressRecordFields,
  toErasedAddressValues,
  createTypedBaseClass,
  retainedAddressFields,
} from './address-members';
