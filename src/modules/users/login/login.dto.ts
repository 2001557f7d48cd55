import { Email, SchemaExample, Text } from '../../../api';

/** The body of a login: exactly one of `nick` and `email` is required. */
@SchemaExample({ email: 'admin@example.com', password: 'correct horse battery staple' })
export class LoginDto {
  @Text({ max: 255, optional: true, description: 'Login name; required without `email`' })
  nick?: string;

  @Email({ optional: true, refersToStoredData: true, description: 'Compared without case' })
  email?: string;

  @Text({ max: 128, example: 'correct horse battery staple' })
  password!: string;
}
