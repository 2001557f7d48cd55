import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../../../src/bootstrap/create-app';
import { Configuration } from '../../../../src/config/configuration';
import { Clock } from '../../../../src/core/clock';
import { CheapPasswords } from '../../../support/service/cheap-passwords';
import { Contract } from '../../../support/contract';
import { type Service, ServiceClient } from '../../../support/service/service';

/**
 * Another process of a service, from the service's point of view: an application of its own on what the two share.
 */
export class Twin extends ServiceClient {
  private constructor(
    private readonly service: Service,
    private readonly app: NestExpressApplication,
    url: string,
  ) {
    super(url, Contract.forApp(app));
  }

  static async of(service: Service): Promise<Twin> {
    const app = await createApp(service.app.get(Configuration), [CheapPasswords]);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new Twin(service, app, `http://127.0.0.1:${port}`);
  }

  /** Sets the clocks of both, until mocks are restored. */
  at(now: number): void {
    for (const app of [this.service.app, this.app])
      jest.spyOn(app.get(Clock), 'now').mockReturnValue(new Date(now));
  }

  async stop(): Promise<void> {
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
  }
}
