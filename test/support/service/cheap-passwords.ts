import { Global, Module } from '@nestjs/common';
import { SCRYPT_COST, type ScryptCost } from '../../../src/modules/users/passwords/password-hasher';

const cost: ScryptCost = { N: 2 ** 12, r: 8, p: 1 };

/** Specs hash hundreds of passwords: ten milliseconds each are enough to notice a missing derivation. */
@Global()
@Module({ providers: [{ provide: SCRYPT_COST, useValue: cost }], exports: [SCRYPT_COST] })
export class CheapPasswords {}
