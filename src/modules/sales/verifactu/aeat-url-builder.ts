import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import type { ClientCertificate } from './client-certificate-loader';
import type { RecordingVerifactuMode } from './entities/verifactu-chain.entity';
import type { DocumentIdentity } from './record-xml';

/** AEAT's hosts: for messages, for those of a seal certificate, and for the confirmation of documents. */
const originsByMode: Readonly<
  Record<RecordingVerifactuMode, { messages: string; sealMessages: string; confirmation: string }>
> = {
  on: {
    messages: 'https://www1.agenciatributaria.gob.es',
    sealMessages: 'https://www10.agenciatributaria.gob.es',
    confirmation: 'https://www2.agenciatributaria.gob.es',
  },
  test: {
    messages: 'https://prewww1.aeat.es',
    sealMessages: 'https://prewww10.aeat.es',
    confirmation: 'https://prewww2.aeat.es',
  },
};

const MESSAGE_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';
const CONFIRMATION_PATH = '/wlpl/TIKE-CONT/ValidarQR';

/** AEAT's addresses, by the mode. */
@Injectable()
export class AeatUrlBuilder {
  constructor(private readonly configuration: Configuration) {}

  /** Address for messages. @param isSealCertificate whether the certificate is that of an entity's seal */
  getMessageUrl(
    mode: RecordingVerifactuMode,
    { isSealCertificate }: Pick<ClientCertificate, 'isSealCertificate'>,
  ): URL {
    const { messages, sealMessages } = originsByMode[mode];
    const origin = this.configuration.verifactuUrl ?? (isSealCertificate ? sealMessages : messages);
    return new URL(`${origin}${MESSAGE_PATH}`);
  }

  /**
   * Address that confirms a document, for its QR code.
   * @param total `ImporteTotal` of its record
   */
  getConfirmationUrl(
    mode: RecordingVerifactuMode,
    { taxNumber, number, issuedOn }: DocumentIdentity,
    total: string,
  ): string {
    const origin = this.configuration.verifactuUrl ?? originsByMode[mode].confirmation;
    const query = { nif: taxNumber, numserie: number, fecha: issuedOn, importe: total };
    const parameters = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return `${origin}${CONFIRMATION_PATH}?${parameters.join('&')}`;
  }
}
