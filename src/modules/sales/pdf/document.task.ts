import type { TaskRunner } from '../../../processes';
import { type EDocumentTerms, type EDocumentSyntax, writeXml } from '../invoice-syntax';
import type { PdfModel } from './pdf-model';
import { MissingFontError } from './render/font-selection';
import { renderDocument } from './render/render-document';
import { TypstError, type TypstFiles } from './render/typst';

/** Input of a task: an XML file to write, or a PDF to render, optionally with embedded XML. */
export type DocumentTask =
  | { readonly eDocument: EDocumentTerms; readonly syntax: EDocumentSyntax }
  | {
      readonly model: PdfModel;
      readonly eDocument?: EDocumentTerms;
      readonly templates: TypstFiles;
      /** Paths of the custom fonts. */
      readonly customFonts: readonly string[];
    };

export type DocumentResult =
  | { readonly bytes: Buffer }
  /** npm packages, one of which must be installed. */
  | { readonly missingFonts: readonly string[] }
  /** Typst's message about a template. */
  | { readonly templateError: string };

/** Runs a task in a child process. */
export const run: TaskRunner<DocumentTask, DocumentResult> = async (task) => {
  if ('syntax' in task) return { bytes: Buffer.from(writeXml(task.eDocument, task.syntax)) };
  const { model, eDocument, templates, customFonts } = task;
  const ciiXml = eDocument && writeXml(eDocument, 'cii');
  try {
    const options = {
      templates,
      customFonts,
      ...(ciiXml === undefined ? {} : { ciiXml }),
    };
    return { bytes: await renderDocument(model, options) };
  } catch (error) {
    if (error instanceof MissingFontError) return { missingFonts: error.packages };
    if (error instanceof TypstError) return { templateError: error.message };
    throw error;
  }
};
