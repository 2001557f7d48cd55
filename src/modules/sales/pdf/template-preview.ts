import type { Configuration } from '../../../config/configuration';
import { DocumentRenderer, type TemplateError } from './document-renderer';
import { DocumentTemplates } from './document-templates';
import type { PdfKind } from './labels/labels';
import { CustomFonts } from './custom-fonts';
import { createSampleModel } from './sample-model';

// Used by the command line, without a database.

/**
 * Renders a document with sample data.
 * @param language ISO 639-1
 * @returns the bytes of the PDF
 * @throws ConfigurationError, Error with Typst's message when the custom template is broken
 */
export function previewDocument(
  configuration: Configuration,
  kind: PdfKind,
  language: string,
): Promise<Buffer> {
  return withRenderer(configuration, async (renderer) => {
    const error = (await renderer.listTemplateErrors()).find((one) => one.kind === kind);
    if (error) throw new Error(error.message);
    return renderer.renderPdf(await createSampleModel(kind, language));
  });
}

/**
 * Tests the custom templates with sample data.
 * @throws ConfigurationError
 */
export function listTemplateErrors(configuration: Configuration): Promise<TemplateError[]> {
  return withRenderer(configuration, (renderer) => renderer.listTemplateErrors());
}

async function withRenderer<T>(
  configuration: Configuration,
  work: (renderer: DocumentRenderer) => Promise<T>,
): Promise<T> {
  const fonts = new CustomFonts(configuration);
  await fonts.onModuleInit();
  const renderer = new DocumentRenderer(fonts, new DocumentTemplates(configuration));
  try {
    return await work(renderer);
  } finally {
    renderer.onApplicationShutdown();
  }
}
