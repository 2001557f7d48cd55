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
    description: 'Where changes are posted to: http or https, without a name and password',
  })
  url!: string;

  @TextList({
    of: { max: 64 },
    min: 1,
    example: ['order.created', 'order.moved'],
    description: 'The events to post, as `<kind>.<action>`; only of areas that the caller may read',
  })
  events!: string[];

  @Flag({ default: true, description: 'Whether anything is sent' })
  active!: boolean;

  @Text({
    max: 255,
    default: '',
    example: 'ERP',
    description: 'Who receives it; for people to read',
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

  @Instant({ description: 'It signs until then' })
  endsAt!: Date;
}

/** A line of the intake. */
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
      'Where changes are posted to. Without `active`, an origin alone leaves a stored address with that origin as it ' +
      'is, and switches a webhook with another one off',
  })
  url!: string;

  @Flag({ optional: true, description: 'Absent: stays as it is; a new one is off' })
  active?: boolean;

  @Text({
    ...SECRET_TEXT_OPTIONS,
    optional: true,
    description:
      'The secret, `whsec_...`; absent: stays as it is; a new webhook gets one that nobody knows',
  })
  secret?: string;

  @ListOf(() => OldSecretDto, {
    optional: true,
    max: 5,
    description: 'The secrets before it, newest first, which go on signing for a while',
  })
  oldSecrets?: OldSecretDto[];

  @Instant({ optional: true, description: 'Absent: stays as it is' })
  createdAt?: Date | null;
}

@SchemaExample({ after: 0 })
export class ReplayWebhookDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'All changes after this position of the journal that are events of the webhook',
  })
  after?: number;

  @RecordId({ optional: true, description: 'This delivery alone' })
  deliveryId?: number;
}

export class WebhookDeliveryQuery extends PagedQuery {
  @OneOf(deliveryStates, { optional: true, description: 'Only deliveries in this state' })
  state?: DeliveryState;

  @Sort(['id'], { default: 'id.desc' })
  sort!: string;
}
