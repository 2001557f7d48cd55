import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import type { PdfModel } from '../pdf-model';
import { type FontSelection, selectFonts } from './font-selection';
import { drawQrCode } from './qr-code';
import { addFacturXMetadata, facturXFile } from './factur-x';
import { toSingleLine, toPrintableText } from './printable-text';
import { toTemplateData } from './template-data';
import { loadTransliteration, transliterate } from './transliteration';
import { compileTypst, TypstError, type TypstFiles } from './typst';

export interface RenderOptions {
  readonly templates: TypstFiles;
  /** Paths of custom font files, which precede the bundled ones. */
  readonly customFonts: readonly string[];
  /** The document as CII, to create a Factur-X: a PDF/A-3 with the embedded CII. */
  readonly ciiXml?: string;
}

/** Characters that templates add: page numbers, and the texts next to a QR code. */
const TEMPLATE_CHARACTERS =
  '0123456789 /…:*()ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzó';

/** Folder of the document's data, next to the templates. */
const DATA_FOLDER = 'data';
const QR_CODE_FILE = 'confirmation.svg';

/** Larger logos are omitted, because decoding them takes too much memory. */
const MAX_LOGO_PIXELS = 4_000_000;

/**
 * Renders a document as PDF. Equal models and options always give the same bytes.
 * @throws MissingFontError, TypstError
 */
export async function renderDocument(model: PdfModel, options: RenderOptions): Promise<Buffer> {
  const { customFonts, ciiXml } = options;
  const texts = [...iterateTexts(model), TEMPLATE_CHARACTERS];
  const fonts = await selectFonts(texts, model.language, customFonts);
  await loadTransliteration();
  const pdf = renderWithLogo(model, (logo) => compileModel(model, options, fonts, logo));
  return ciiXml === undefined ? pdf : addFacturXMetadata(pdf);
}

/** Renders with the logo, or without it if it is unusable. */
function renderWithLogo({ logo }: PdfModel, render: (logo?: Buffer) => Buffer): Buffer {
  const usableLogo = logo && toUsableLogo(logo);
  if (!usableLogo) return render();
  try {
    return render(usableLogo);
  } catch (error) {
    if (!(error instanceof TypstError)) throw error;
    return render();
  }
}

/** @returns undefined if the logo is neither JPEG nor PNG, or too large */
function toUsableLogo(logo: Uint8Array): Buffer | undefined {
  // image-size reads beyond a view of larger memory.
  const bytes = Uint8Array.from(logo);
  try {
    const type = [JPG, PNG].find((one) => one.validate(bytes));
    if (!type) return undefined;
    const { width, height } = type.calculate(bytes);
    return width * height <= MAX_LOGO_PIXELS ? Buffer.from(logo) : undefined;
  } catch {
    return undefined;
  }
}

function compileModel(
  model: PdfModel,
  { templates, ciiXml }: RenderOptions,
  fonts: FontSelection,
  logo: Buffer | undefined,
): Buffer {
  const metadata = { title: '', number: '', author: '', subject: '' };
  for (const key of Object.keys(metadata) as (keyof typeof metadata)[]) {
    metadata[key] = toSingleLine(model[key]);
  }
  const data = toTemplateData(
    { ...model, ...metadata },
    {
      fonts: [...new Set(fonts.files.flatMap(({ familyNames }) => familyNames))],
      toPrintable: (text) =>
        toPrintableText(text, { covers: fonts.covers, toReplacement: transliterate }),
      ...(logo ? { logoPath: `/${DATA_FOLDER}/logo` } : {}),
      ...(model.confirmationUrl === undefined
        ? {}
        : { qrCodePath: `/${DATA_FOLDER}/${QR_CODE_FILE}` }),
    },
  );
  const documentFiles = new Map<string, Buffer>();
  const add = (path: string, text: string): unknown => documentFiles.set(path, Buffer.from(text));
  const mainPath = `${DATA_FOLDER}/main.typ`;
  add(mainPath, toMainFile(model.kind, ciiXml !== undefined));
  add(`${DATA_FOLDER}/document.json`, JSON.stringify(data));
  // Typst uses the whole path as the name in the PDF.
  if (ciiXml !== undefined) add(facturXFile.name, ciiXml);
  if (model.confirmationUrl !== undefined) {
    add(`${DATA_FOLDER}/${QR_CODE_FILE}`, drawQrCode(model.confirmationUrl));
  }
  if (logo) documentFiles.set(`${DATA_FOLDER}/logo`, logo);
  const timestamp = Math.floor(model.changedAt / 1000);
  const isPdfA = ciiXml !== undefined;
  return compileTypst({ fonts, templates, main: mainPath, documentFiles, timestamp, isPdfA });
}

/** Creates the main file. It includes the template and attaches the invoice, so that no template can omit it. */
function toMainFile(kind: string, hasEmbeddedInvoice: boolean): string {
  const template = `#include "/${kind}.typ"\n`;
  if (!hasEmbeddedInvoice) return template;
  const { name, description } = facturXFile;
  const options = `relationship: "alternative", mime-type: "text/xml", description: "${description}"`;
  return `#pdf.attach("/${name}", ${options})\n${template}`;
}

/** Iterates over all texts of a model. */
function* iterateTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* iterateTexts(one);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    yield* iterateTexts(Object.values(value));
  }
}
