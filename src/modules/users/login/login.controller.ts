import { ApiController, Body, ClientAddress, Create, type Heading } from '../../../api';
import { LoginThrottled } from './failed-logins';
import { LoginDto } from './login.dto';
import { loginRecord } from './login.record';
import { LoginFailed, LoginService } from './login.service';

const loginHeading: Heading = {
  name: 'Login',
  rank: 900,
  description: 'Gives an administrator a token for name and password. Paste it under *Authorize*.',
};

/** How administrators get a token; an addition to the specification. */
@ApiController('auth', { area: 'users', heading: loginHeading, idempotencyKey: 'ignored' })
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  @Create('login', {
    summary: 'Log in as an administrator',
    description:
      'Gives a token for `Authorization: Bearer <token>`, good for 8 hours. System level 3 may do everything, ' +
      'level 4 everything but what concerns API keys and administrators.',
    returns: loginRecord,
    errors: [LoginFailed, LoginThrottled],
    scope: 'public',
    extension: true,
  })
  logIn(@Body('auth') body: LoginDto, @ClientAddress() address: string) {
    return this.logins.logIn(body, address);
  }
}
