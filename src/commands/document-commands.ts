import { writeFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { pdfKinds, previewDocument } from '../modules/sales';
import { type Environment, loadConfiguration } from './command-app';

/** `documents`: the look of documents. */
export function addDocumentCommands(program: Command, environment: Environment): void {
  program
    .command('documents')
    .description('the look of documents')
    .command('preview')
    .description('set a document with sample data, to try templates (DOCUMENT_TEMPLATES)')
    .addArgument(new Argument('<kind>', 'of document').choices(pdfKinds))
    .requiredOption('--out <file>', 'the PDF')
    .option('--language <code>', 'of the document (ISO 639-1)', 'en')
    .action(
      async (
        kind: (typeof pdfKinds)[number],
        { out, language }: { out: string; language: string },
      ) => {
        writeFileSync(out, await previewDocument(loadConfiguration(environment), kind, language));
      },
    );
}
