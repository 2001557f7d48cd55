export {
  type AddressColumns,
  WithAddressColumns,
  listAddressFieldNames,
  type AddressMembers,
  WithAddressMembers,
  createAddressRecordFields,
  getErasedAddressValues,
  createEmptyBaseClass,
  retainedAddressFields,
} from './address-members';
