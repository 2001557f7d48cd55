import { Email, SchemaExample, Text } from '../../../api';

/** Exactly one of `nick` and `email` is given. */
@SchemaExample({ email: 'admin@example.com', password: 'correct horse battery staple' })
export class LoginDto {
  @Text({ max: 255, optional: true, description: 'Login name; or else the e-mail address' })
  nick?: string;

  @Email({ optional: true, description: 'Compared without case' })
  email?: string;

  @Text({ max: 128, example: 'correct horse battery staple' })
  password!: string;
}
