import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { prebuildApiDescription } from './api/openapi/api-description';
import { createOpenApiDocument } from './bootstrap/create-app';
import { writeCommit } from './bootstrap/build-info';
import { withEmptyDatabase } from './commands/command-app';

/** Returns the commit that is built; empty without git, as in an image. */
function readGitCommit(): string {
  const args = ['rev-parse', '--short=12', 'HEAD'];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

/** The last step of the build: writes the commit, and the API description, so that no request has to wait for it. */
writeCommit(readGitCommit());
void withEmptyDatabase((app, configuration) =>
  prebuildApiDescription(createOpenApiDocument(app, configuration)),
);
