import { Text } from '../../../api';

/** A property that sets a password of 8 to 128 characters. */
export function PasswordField(options: { optional?: boolean } = {}) {
  const example = 'correct horse battery staple';
  return Text({ min: 8, max: 128, example, description: 'Never returned', ...options });
}
