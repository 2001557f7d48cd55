import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { serviceVersion } from '../../../config/service-version';
import { SYSTEM_NAME } from './record-xml';

/** The producer's declaration of responsibility (Orden HAC/1177/2024, article 15). */
export interface ResponsibilityDeclaration {
  /** Whether the producer's data is missing, so that the declaration is not valid. */
  readonly isDraft: boolean;
  readonly producerName: string;
  readonly producerTaxId: string;
  readonly systemName: string;
  readonly systemId: string;
  readonly version: string;
  /** SHA-256 of the service's files. */
  readonly build: string;
  readonly text: string;
}

/** Makes the declaration of the running version. */
@Injectable()
export class ResponsibilityDeclarationFactory {
  private buildHash: string | undefined;

  constructor(private readonly configuration: Configuration) {}

  createForRunningVersion(): ResponsibilityDeclaration {
    const { verifactuProducerName, verifactuProducerTaxId, verifactuSystemId } = this.configuration;
    const fields = {
      producerName: verifactuProducerName ?? '',
      producerTaxId: verifactuProducerTaxId ?? '',
      systemName: SYSTEM_NAME,
      systemId: verifactuSystemId ?? '',
      version: serviceVersion,
      build: (this.buildHash ??= hashFolder(join(__dirname, '../../..'))),
    };
    const isDraft = [fields.producerName, fields.producerTaxId, fields.systemId].includes('');
    return { ...fields, isDraft, text: toDeclarationText(fields, isDraft) };
  }
}

function toDeclarationText(
  {
    producerName,
    producerTaxId,
    systemName,
    systemId,
    version,
    build,
  }: Omit<ResponsibilityDeclaration, 'isDraft' | 'text'>,
  isDraft: boolean,
): string {
  const missingPlaceholder = '(falta)';
  return [
    isDraft ? 'BORRADOR SIN VALIDEZ: faltan los datos del productor.' : '',
    'DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN',
    `a) Nombre del sistema informático: ${systemName}`,
    `b) Código identificador (IdSistemaInformatico): ${systemId || missingPlaceholder}`,
    `c) Versión: ${version} (SHA-256 ${build})`,
    'd) Componentes y funciones: servicio de gestión que expide facturas, genera, encadena, conserva y remite sus ' +
      'registros de facturación; base de datos SQLite o MySQL/MariaDB. No requiere hardware propio.',
    'e) Funciona exclusivamente como «VERI*FACTU»: sí.',
    'f) Permite ser usado por varios obligados tributarios: sí.',
    'g) Tipos de firma: ninguna, por funcionar exclusivamente como «VERI*FACTU».',
    `h) Razón social del productor: ${producerName || missingPlaceholder}`,
    `i) NIF del productor: ${producerTaxId || missingPlaceholder}`,
    'j) Dirección postal completa de contacto del productor: la añade el productor.',
    isDraft
      ? ''
      : 'k) El productor hace constar que el sistema informático, en la versión indicada, cumple con lo dispuesto en el ' +
        'artículo 29.2.j) de la Ley 58/2003, General Tributaria, en el Reglamento aprobado por el Real Decreto ' +
        '1007/2023, de 5 de diciembre, en la Orden HAC/1177/2024, de 17 de octubre, y en las especificaciones de la sede ' +
        'electrónica de la Agencia Estatal de Administración Tributaria.',
    'l) Fecha y lugar de la declaración: los añade el productor.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** SHA-256 over names and contents of all files of a folder. */
function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${relative(folder, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
