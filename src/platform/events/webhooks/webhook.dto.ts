import {
  UpdateType,
  SchemaExample,
  Flag,
  Instant,
  Int,
  ListOf,
  OneOf,
  PagedQuery,
  PickAnnotatedType,
  PublicId,
  RecordId,
  Sort,
  Text,
  TextList,
} from '../../../api';
import { deliveryStates, type DeliveryState } from './webhook.entity';

@SchemaExample({ url: 'https://erp.example.com/store', events: ['order.created', 'order.moved'] })
export class CreateWebhookDto {
  @Text({
    max: 2048,
    example: 'https://erp.example.com/store',
    description: 'URL that changes are posted to: http or https, without a name and password',
  })
  url!: string;

  @TextList({
    of: { max: 64 },
    min: 1,
    example: ['order.created', 'order.moved'],
    description: 'The events to post, as `<kind>.<action>`, of areas that the caller may read',
  })
  events!: string[];

  @Flag({ default: true, description: 'Whether events are sent' })
  active!: boolean;

  @Text({
    max: 255,
    default: '',
    example: 'ERP',
    description: 'Description of the receiver, for people',
  })
  description!: string;
}

@SchemaExample({ events: ['order.created', 'order.moved', 'invoice.created'] })
export class UpdateWebhookDto extends UpdateType(CreateWebhookDto) {}

const SECRET_TEXT_OPTIONS = { max: 94 } as const;

/** A secret that was replaced. */
export class OldSecretDto {
  @Text({ ...SECRET_TEXT_OPTIONS, description: 'The old secret, `whsec_...`' })
  secret!: string;

  @Instant({ description: 'Until then the secret continues to sign' })
  endsAt!: Date;
}

/** An import record. */
export class WebhookImportDto extends PickAnnotatedType(CreateWebhookDto, [
  'events',
  'description',
]) {
  @PublicId()
  pId!: string;

  @Text({
    max: 2048,
    example: 'https://erp.example.com/store',
    description:
      'URL that changes are posted to. Without `active`, an origin alone retains a stored URL with the same origin, ' +
      'and deactivates the webhook otherwise',
  })
  url!: string;

  @Flag({
    optional: true,
    description: 'Whether events are sent; absent: unchanged, and false for a new webhook',
  })
  active?: boolean;

  @Text({
    ...SECRET_TEXT_OPTIONS,
    optional: true,
    description: 'The secret, `whsec_...`; absent: unchanged; a new webhook gets a generated one',
  })
  secret?: string;

  @ListOf(() => OldSecretDto, {
    optional: true,
    max: 5,
    description: 'The previous secrets, newest first, which continue to sign until they expire',
  })
  oldSecrets?: OldSecretDto[];

  @Instant({ optional: true, description: 'Time of creation; absent: unchanged' })
  createdAt?: Date | null;
}

@SchemaExample({ after: 0 })
export class ReplayWebhookDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'Resend all events of the webhook after this position of the journal',
  })
  after?: number;

  @RecordId({ optional: true, description: 'Resend this delivery only' })
  deliveryId?: number;
}

export class WebhookDeliveryQuery extends PagedQuery {
  @OneOf(deliveryStates, { optional: true, description: 'Only deliveries in this state' })
  state?: DeliveryState;

  @Sort(['id'], { default: 'id.desc' })
  sort!: string;
}
