import { ApiController, RequestBody, ClientAddress, Create, type OpenApiTag } from '../../../api';
import { formatCode } from '../../../core/codes';
import {
  ADMINISTRATOR,
  SUPER_ADMINISTRATOR,
  systemLevelCodes,
} from '../administrators/system-levels';
import { TooManyConcurrentLogins, LoginThrottled } from './login-limiter';
import { LoginDto } from './login.dto';
import { loginRecord } from './login.record';
import { LoginFailed, LoginService } from './login.service';

const loginOpenApiTag: OpenApiTag = {
  name: 'Login',
  rank: 1100,
  description:
    'Gives an administrator a token for e-mail address and password. On this page it is used at once: whatever is ' +
    'executed from then on is sent with it.',
};

/** How administrators get a token; an addition to the specification. */
@ApiController('auth', { area: 'users', heading: loginOpenApiTag, idempotencyKey: 'ignored' })
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  @Create('login', {
    summary: 'Log in as an administrator',
    description:
      'Gives a token for `Authorization: Bearer <token>`, good for 8 hours. The system level ' +
      `${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)} may do everything, ` +
      `level ${formatCode(systemLevelCodes, ADMINISTRATOR)} everything but what concerns API keys and administrators.`,
    returns: loginRecord,
    errors: [LoginFailed, LoginThrottled, TooManyConcurrentLogins],
    scope: 'public',
    extension: true,
  })
  logIn(@RequestBody('auth') body: LoginDto, @ClientAddress() address: string) {
    return this.logins.logIn(body, address);
  }
}
