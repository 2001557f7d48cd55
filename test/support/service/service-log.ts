import { Global, Module, type Type } from '@nestjs/common';
import { LOG_DESTINATION } from '../../../src/api/observability/logging';
import { watchLog } from './watched-logs';

/** The log of a service in this process. */
export class ServiceLog {
  text = '';

  constructor() {
    watchLog(() => this.text);
  }

  write(line: string): void {
    this.text += line;
  }

  /** @returns a module that makes a service log here */
  module(): Type {
    @Global()
    @Module({
      providers: [{ provide: LOG_DESTINATION, useValue: this }],
      exports: [LOG_DESTINATION],
    })
    class LogModule {}
    return LogModule;
  }
}
