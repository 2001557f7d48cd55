import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';

/** Object identifier of electronic seals (ETSI EN 319 412-5), as certificates contain it. */
const SEAL_OID_BYTES = Buffer.from('060704008e46010602', 'hex');

/** No usable certificate; the message names the file and the problem. */
export class CertificateUnusable extends Error {
  override readonly name = 'CertificateUnusable';
}

/** The certificate of a tax number, for connections to AEAT. */
export interface ClientCertificate {
  readonly tls: Pick<SecureContextOptions, 'pfx' | 'passphrase' | 'ca'>;
  readonly expiresAt: Date;
  /** Whether it is the certificate of an entity's seal; AEAT has separate hosts for these. */
  readonly isSealCertificate: boolean;
}

/** Reads the certificates of `VERIFACTU_CERTIFICATES` again for each message, so that a new one is used at once. */
@Injectable()
export class ClientCertificateLoader {
  constructor(private readonly configuration: Configuration) {}

  /** @throws CertificateUnusable */
  async load(taxNumber: string): Promise<ClientCertificate> {
    const { verifactuCertificates } = this.configuration;
    if (verifactuCertificates === undefined) {
      throw new CertificateUnusable('VERIFACTU_CERTIFICATES is not set');
    }
    const folder = resolve(verifactuCertificates);
    const file = join(folder, `${taxNumber}.p12`);
    const pfx = await readCertificateFile(file);
    const passphrase = (await readCertificateFile(join(folder, `${taxNumber}.password`)))
      .toString('utf8')
      .trim();
    const ca = await readOptional(join(folder, 'authorities.pem'));
    const tls = { pfx, passphrase, ...(ca && { ca }) };
    const certificate = openCertificate(file, tls);
    return {
      tls,
      expiresAt: new Date(certificate.validTo),
      isSealCertificate: certificate.raw.includes(SEAL_OID_BYTES),
    };
  }
}

/** @throws CertificateUnusable */
function openCertificate(file: string, tls: ClientCertificate['tls']): X509Certificate {
  try {
    // Node.js has no other way to read the certificate of a PKCS#12 file.
    const context = createSecureContext(tls).context as { getCertificate(): Buffer | null };
    const bytes = context.getCertificate();
    if (bytes) return new X509Certificate(bytes);
  } catch (error) {
    throw new CertificateUnusable(`${file} can't be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
  throw new CertificateUnusable(`${file} contains no certificate with a key`);
}

async function readCertificateFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CertificateUnusable(`${file} can't be read (${code})`, { cause: error });
  }
}

async function readOptional(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
