import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describedGateway } from '../../test/description';

const linter = join(__dirname, '../../../../tools/description/lint.mjs');

/** The linter's messages about a document. It runs in a separate process, because Jest can't load the module. */
function lint(document: object): string {
  const input = JSON.stringify(document);
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = spawnSync(process.execPath, [linter], { input, env, encoding: 'utf8' });
  return stdout + stderr;
}

describe('the document', () => {
  it('passes all recommended rules of a linter', async () => {
    expect(lint(await describedGateway('https://carillon.test'))).toBe('');
  });

  it('fails with an unnamed operation', async () => {
    const document = await describedGateway('https://carillon.test');
    const path = '/api/v1/account';
    const nameless = { get: { responses: { 200: { description: 'Well' } } } };
    expect(lint({ ...document, paths: { [path]: nameless } })).toContain('operation-operationId');
  });
});
