/** A worker thread of the PDF baseline, which only renders the sample invoice. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { workerData } from 'piscina';
import type * as templatesModule from '../src/modules/sales/pdf/document-templates';
import type * as rendererModule from '../src/modules/sales/pdf/render/render-document';
import type * as sampleModule from '../src/modules/sales/pdf/sample-model';

const load = createRequire(join(workerData as string, 'main.js'));
const pdf = './modules/sales/pdf';
const { readBundledTemplates } = load(`${pdf}/document-templates.js`) as typeof templatesModule;
const { renderDocument } = load(`${pdf}/render/render-document.js`) as typeof rendererModule;
const { createSampleModel } = load(`${pdf}/sample-model.js`) as typeof sampleModule;

const model = createSampleModel('invoice');
const templates = readBundledTemplates();

/** @returns the bytes of the PDF */
export async function draw(): Promise<Uint8Array> {
  return renderDocument(await model, { templates, customFonts: [] });
}
