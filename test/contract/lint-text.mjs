/**
 * What lint says of the text on stdin in the place of a file, as JSON: `node lint-text.mjs FILE TSCONFIG`. The
 * types are those of the files that TSCONFIG names, where lint otherwise reads the whole project.
 */
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const [filePath, project] = process.argv.slice(2);
// A single run would read the file itself instead of the text, and CI looks like one.
const parserOptions = {
  projectService: false,
  project: [project],
  disallowAutomaticSingleRunInference: true,
};
const lint = new ESLint({
  overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parserOptions } }],
});
const [result] = await lint.lintText(await text(process.stdin), { filePath });
process.stdout.write(JSON.stringify(result.messages));
