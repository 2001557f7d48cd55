import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import type { VerifactuChain } from './entities/verifactu-chain.entity';
import { ClientCertificateLoader } from './client-certificate-loader';
import { type MessageResponse, parseMessageResponse, toMessageXml } from './message-xml';
import { postMessage } from './post-aeat-message';
import { findSpanishTaxNumber } from './tax-number';
import { AeatUrlBuilder } from './aeat-url-builder';

/** Time limit of an attempt: the outbox gives the message to another process after 60 seconds. */
const TIMEOUT_MS = 45_000;

const issuerPlan = createLoadPlan(Headquarter, ['name', 'legalName', 'vat']);

/** Sends messages to AEAT, with the certificate of their issuer. */
@Injectable()
export class AeatClient {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly certificateLoader: ClientCertificateLoader,
    private readonly aeatUrlBuilder: AeatUrlBuilder,
  ) {}

  /**
   * @param records XML of the records, in the order of their chain
   * @throws CertificateUnusable, MessageRejectedError, UnusableResponseError, Error without a complete response
   */
  async send(
    { taxNumber, mode }: Pick<VerifactuChain, 'taxNumber' | 'mode'>,
    records: readonly string[],
    isSentLate: boolean,
  ): Promise<MessageResponse> {
    const certificate = await this.certificateLoader.load(taxNumber);
    const url = this.aeatUrlBuilder.getMessageUrl(mode, certificate);
    const issuer = { taxNumber, name: await this.findLegalName(taxNumber) };
    const message = toMessageXml({ issuer, isSentLate, records });
    return parseMessageResponse(
      await postMessage(message, { url, certificate, timeoutMs: TIMEOUT_MS }),
    );
  }

  private async findLegalName(taxNumber: string): Promise<string> {
    const headquarters = await this.dataAccess.loader.listWhere(Headquarter, [], issuerPlan);
    const ownHeadquarter = headquarters.find(({ vat }) => findSpanishTaxNumber(vat) === taxNumber);
    return ownHeadquarter?.legalName ?? ownHeadquarter?.name ?? taxNumber;
  }
}
