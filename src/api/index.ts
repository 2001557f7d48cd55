export {
  collectionResponse,
  literalResponse,
  objectSchema,
  recordResponse,
  tabularRecordResponse,
  wrappedResponse,
} from './response/response-spec';
export { pageNumberResponse, expandableResponse, pagedResponse } from './response/paged-response';
export { csvTableOfLists, csvTableOfRecords } from './records/record-csv-tables';
export type { ResponseFile, ResponseSpec } from './response/response-spec';
export {
  createProviderDecorator,
  listDecoratedProviders,
  mapDecoratedProviders,
  type ProviderDecorator,
} from './provider-decorators';
export { toClientNetwork } from './connections/client-network';
export { base64Response, createBase64Body, fileContentResponse } from './response/base64-response';
export {
  type IdempotencyClaim,
  type IdempotencyClaimResult,
  type StoredResponse,
  IdempotencyStore,
  type IdempotentRequest,
} from './idempotency/idempotency-store';
export {
  ApiController,
  Create,
  countRecord,
  GetId,
  List,
  lowerCaseIdRecord,
  PublicController,
  Operation,
  Read,
  Remove,
  defineIfMatchState,
  Update,
} from './operation/operation.decorator';
export {
  RequestBody,
  Caller,
  ClientAddress,
  MultipartForm,
  Progress,
  RawBody,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  BodyStream,
  type ProgressReporter,
} from './operation/parameter-decorators';
export type { OpenApiTag } from './openapi/openapi-tag';
export {
  booleanField,
  codeField,
  enumCodeField,
  codeFlagField,
  constantField,
  constantCodeField,
  computedField,
  computedListField,
  withKeywords,
  numericFlagField,
  objectField,
  instantField,
  recordListField,
  moneyField,
  numberField,
  quantityField,
  rateField,
  defineRecord,
  referenceField,
  relationReferenceField,
  stringField,
  stringListField,
} from './records/record';
export type { NamedSchema, RecordField, RecordDefinition } from './records/record';
export { closeConnectionIfUnread } from './request/body';
export type { IncomingFile, IncomingForm } from './request/form';
export {
  UnpagedListQuery,
  PageNumberQuery,
  IdPath,
  PagedQuery,
  PidPath,
  SearchQuery,
} from './request/list-query';
export { Authenticator, type Principal } from './request/principal';
export {
  partialTextsUpdateDescription,
  partialUpdateDescription,
} from './operation/update-descriptions';
export {
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  SchemaKeywords,
  PickAnnotatedType,
  type DtoClass,
} from './validation/dto';
export {
  Base64,
  Code,
  CodeOrText,
  CountryCode,
  CurrencyCode,
  CurrencyNumber,
  Decimal,
  Flag,
  Float,
  Instant,
  Int,
  LanguageCode,
  LanguageTexts,
  ListOf,
  Money,
  Nested,
  OffsetInstant,
  OneOf,
  NumericFlag,
  Rate,
  RecordId,
  Sort,
  Text,
  TextList,
  TextOrScalar,
} from './validation/fields';
export { Email, Name, PublicId } from './validation/visible-fields';
export { Reference, ReferenceDto, ReferenceId, ReferencePid } from './validation/reference-fields';
export { ValidatorCompiler } from './validation/validator-compiler';
