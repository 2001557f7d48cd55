import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import type { VerifactuChain } from './entities/verifactu-chain.entity';
import { Certificates } from './certificates';
import { type MessageResponse, parseResponse, toMessageXml } from './message-xml';
import { postMessage } from './post-message';
import { toTaxNumber } from './tax-number';
import { VerifactuHosts } from './verifactu-hosts';

/** Time limit of an attempt: the outbox gives the message to another process after 60 seconds. */
const TIMEOUT_MS = 45_000;

const issuerPlan = createLoadPlan(Headquarter, ['name', 'legalName', 'vat']);

/** Sends messages to AEAT, with the certificate of their issuer. */
@Injectable()
export class AeatClient {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly certificates: Certificates,
    private readonly hosts: VerifactuHosts,
  ) {}

  /**
   * @param records XML of the records, in the order of their chain
   * @throws CertificateUnusable, MessageRejected, UnusableResponse, Error without a complete response
   */
  async send(
    { taxNumber, mode }: Pick<VerifactuChain, 'taxNumber' | 'mode'>,
    records: readonly string[],
    hasIncident: boolean,
  ): Promise<MessageResponse> {
    const certificate = await this.certificates.load(taxNumber);
    const url = this.hosts.getMessageUrl(mode, certificate);
    const issuer = { taxNumber, name: await this.findLegalName(taxNumber) };
    const message = toMessageXml({ issuer, hasIncident, records });
    return parseResponse(await postMessage(message, { url, certificate, timeoutMs: TIMEOUT_MS }));
  }

  private async findLegalName(taxNumber: string): Promise<string> {
    const all = await this.dataAccess.loader.listWhere(Headquarter, [], issuerPlan);
    const own = all.find(({ vat }) => toTaxNumber(vat) === taxNumber);
    return own?.legalName ?? own?.name ?? taxNumber;
  }
}
