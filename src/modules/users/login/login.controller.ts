import { ApiController, RequestBody, ClientAddress, Create, type OpenApiTag } from '../../../api';
import { formatCode } from '../../../core/code-list';
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
  position: 1100,
  description:
    'Issues a token to an administrator for e-mail address and password. On this page the token is used automatically: ' +
    'all later calls are sent with it.',
};

/** Login of administrators; an addition to the specification. */
@ApiController('auth', {
  area: 'users',
  openApiTag: loginOpenApiTag,
  idempotencyMode: 'ignored',
  isExtension: true,
})
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  @Create('login', {
    summary: 'Log in as an administrator',
    description:
      'Returns a token for `Authorization: Bearer <token>`, valid for 8 hours. The system level ' +
      `${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)} has all rights, ` +
      `level ${formatCode(systemLevelCodes, ADMINISTRATOR)} all rights except on API keys and administrators.`,
    returns: loginRecord,
    errors: [LoginFailed, LoginThrottled, TooManyConcurrentLogins],
    scope: 'public',
  })
  logIn(@RequestBody('auth') body: LoginDto, @ClientAddress() address: string) {
    return this.logins.logIn(body, address);
  }
}
