import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith, promtool } from '@carillon/testing';

const folder = join(__dirname, '../../deploy/observability');

/** Runs promtool. Rejects with its output if it finds a fault. */
async function check(...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(await promtool(), args, { cwd: folder });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  }
}

describeWith('promtool', 'the Prometheus configuration', () => {
  it('is valid, and so are its rules', async () => {
    const output = await check('check', 'config', 'prometheus.yml');
    expect(output).toMatch(/SUCCESS: [^]*SUCCESS: \d+ rules found/);
  });

  it('raises and ends alerts at the right time', async () => {
    expect(await check('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});
