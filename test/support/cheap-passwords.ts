import { Global, Module } from '@nestjs/common';
import { SCRYPT_COST, type ScryptCost } from '../../src/modules/users/passwords/passwords';

const cost: ScryptCost = { N: 2 ** 7, r: 8, p: 1 };

/** Specs hash hundreds of passwords, none of which is worth a quarter of a second. */
@Global()
@Module({ providers: [{ provide: SCRYPT_COST, useValue: cost }], exports: [SCRYPT_COST] })
export class CheapPasswords {}
