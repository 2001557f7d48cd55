export {
  type AddressColumns,
  AddressColumnsOf,
  listAddressFieldNames,
  type AddressMembers,
  AddressMembersOf,
  createAddressRecordFields,
  getErasedAddressValues,
  createTypedBaseClass,
  retainedAddressFields,
} from './address-members';
