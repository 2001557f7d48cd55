import PDFDocument from 'pdfkit';
import type { PdfModel } from '../pdf-model';
import { Canvas } from './canvas';
import { documentBlocks } from './document-blocks';
import { archivable, holdInvoice } from './factur-x';
import { logoBlocks } from './logo';
import { paginate, type Placed } from './paginate';
import { isPlain as isPlainText, PlainSetter } from './plain-setter';
import { onOneLine } from './printable';
import { FontChain, hasAny, noFonts } from './scripts/font-chain';
import { ShapedSetter } from './scripts/shaped-setter';
import { loadTransliteration } from './scripts/transliteration';
import type { TextSetter } from './text-setter';
import { colors, page, styles, textWidth } from './theme';

/** Characters of what the renderer says by itself: numbers of pages, ellipses. */
const OWN_TEXT = '0123456789 /…';

/**
 * Draws a document. The same model always gives the same bytes: all that a PDF says of its making (dates,
 * identifiers, the names of font subsets) comes from the model.
 * @param ownFonts font files that the store brings, before the shipped ones
 * @param invoice the document as CII: the PDF is a Factur-X then, a PDF/A-3 that holds it
 */
export async function renderPdf(
  model: PdfModel,
  ownFonts = noFonts,
  invoice?: string,
): Promise<Uint8Array> {
  const texts = [...textsOf(model), OWN_TEXT];
  const isPlain = !model.isRightToLeft && !hasAny(ownFonts) && texts.every(isPlainText);
  if (isPlain) return draw(model, (document) => new PlainSetter(document), invoice);
  const { language, isRightToLeft } = model;
  const chain = await FontChain.of(texts, { language, ownFonts });
  try {
    await loadTransliteration();
    const direction = isRightToLeft ? 'rtl' : 'ltr';
    return await draw(
      model,
      (document) => new ShapedSetter(document, chain, { language, direction }),
      invoice,
    );
  } finally {
    chain.close();
  }
}

function draw(
  model: PdfModel,
  setterOf: (document: InstanceType<typeof PDFDocument>) => TextSetter,
  invoice: string | undefined,
): Promise<Uint8Array> {
  const isArchived = invoice !== undefined;
  const document = openDocument(model, isArchived);
  if (isArchived) holdInvoice(document, invoice, model);
  const bytes = bytesOf(document);
  const canvas = new Canvas(document, setterOf(document), model.isRightToLeft === true);
  const blocks = documentBlocks(canvas, model, logoBlocks(canvas, model.logo, isArchived));
  const pages = paginate(blocks, pageArea(page.top), pageArea(page.topOfNext));
  pages.forEach((placed, index) => {
    document.addPage();
    if (index > 0) drawHead(canvas, model);
    drawBlocks(placed);
    drawFoot(canvas, model.footer, `${index + 1} / ${pages.length}`);
  });
  document.end();
  return bytes;
}

/** All texts of a model. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsOf(one);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    yield* textsOf(Object.values(value));
  }
}

function pageArea(top: number): { top: number; bottom: number } {
  return { top, bottom: page.bottom };
}

function openDocument(model: PdfModel, isArchived: boolean): InstanceType<typeof PDFDocument> {
  const changedAt = new Date(model.changedAt);
  const names = {
    Title: onOneLine(`${model.title} ${model.number}`),
    Author: onOneLine(model.author),
    Subject: onOneLine(model.subject),
  };
  return new PDFDocument({
    ...(isArchived ? archivable : {}),
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    // None of the built-in fonts is used, so none is loaded.
    font: '',
    lang: model.language,
    displayTitle: true,
    info: {
      // What is archived is called so in its XMP alone.
      ...(isArchived ? {} : names),
      Creator: 'Online Store Administration',
      Producer: 'PDFKit',
      CreationDate: changedAt,
      ModDate: changedAt,
    },
  });
}

function bytesOf(document: InstanceType<typeof PDFDocument>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('error', reject);
    document.on('end', () => {
      resolve(joined(chunks));
    });
  });
}

/** In memory of its own, so that it can be handed to another thread. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function drawBlocks(placed: readonly Placed[]): void {
  for (const { block, y } of placed) block.draw(y);
}

/** The head of all pages but the first: which document they belong to. */
function drawHead(canvas: Canvas, { title, number, seller }: PdfModel): void {
  const half = textWidth / 2 - 10;
  const y = page.top;
  canvas.write(canvas.line(`${title} ${number}`, half, styles.label), page.left, y, styles.label);
  canvas.writeToEnd(canvas.line(seller[0] ?? '', half, styles.label), page.right, y, styles.label);
  canvas.rule(page.left, page.right, y + 16, colors.rule);
}

function drawFoot(canvas: Canvas, text: string, numbers: string): void {
  const style = styles.foot;
  const y = page.footer + 4;
  canvas.rule(page.left, page.right, page.footer, colors.rule);
  canvas.write(canvas.line(text, textWidth - 60, style), page.left, y, style);
  canvas.writeToEnd(numbers, page.right, y, style);
}
