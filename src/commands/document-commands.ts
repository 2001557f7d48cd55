import { writeFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { pdfKinds, previewDocument } from '../modules/sales';
import type { Environment } from '../config/assign-variables';
import { loadConfiguration } from './command-app';

/** Adds the command `documents`. */
export function addDocumentCommands(program: Command, environment: Environment): void {
  program
    .command('documents')
    .description('layout of documents')
    .command('preview')
    .description('render a document with sample data, to test templates (DOCUMENT_TEMPLATES)')
    .addArgument(new Argument('<kind>', 'kind of document').choices(pdfKinds))
    .requiredOption('--out <file>', 'file for the PDF')
    .option('--language <code>', 'language of the document, ISO 639-1', 'en')
    .action(
      async (
        kind: (typeof pdfKinds)[number],
        { out, language }: { out: string; language: string },
      ) => {
        writeFileSync(out, await previewDocument(loadConfiguration(environment), kind, language));
      },
    );
}
