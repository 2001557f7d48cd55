import { Injectable } from '@nestjs/common';
import { requireDerivable } from '../../api/shape/derivation';
import type { LineType } from './line-type';

/** The kinds of lines that the service takes. Each area registers its own when its module starts. */
@Injectable()
export class LineTypes {
  private readonly byName = new Map<string, LineType>();

  /** @throws Error when there is one of that name */
  register<T extends object>(type: LineType<T>): void {
    if (this.byName.has(type.type)) throw new Error(`Two kinds of lines are called ${type.type}`);
    this.byName.set(type.type, type);
  }

  /** @throws Error when a DTO promises what no schema can keep, which a line would find out later */
  requireDerivable(): void {
    for (const { dto } of this.byName.values()) requireDerivable(dto);
  }

  find(name: string): LineType | undefined {
    return this.byName.get(name);
  }

  /** All of them, in the order of registration. */
  all(): LineType[] {
    return [...this.byName.values()];
  }

  /** Their names, in the order of registration. */
  names(): string[] {
    return [...this.byName.keys()];
  }
}
