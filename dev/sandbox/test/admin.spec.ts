import { cleanUp, runningSandbox, send } from './running-sandbox';

afterEach(cleanUp);

describe('the admin port', () => {
  it('reports that the sandbox is live and ready, and counts the messages it accepted', async () => {
    const sandbox = await runningSandbox();
    await send(sandbox, { to: ['one@example.com', 'two@example.com'] });
    const asked = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${sandbox.adminPort}${path}`)).text();
    expect(await asked('/health/live')).toBe('{"status":"ok"}');
    expect(await asked('/health/ready')).toBe('{"status":"ok"}');
    const metrics = await asked('/metrics');
    expect(metrics).toMatch(/^sandbox_messages_received_total 2$/m);
    expect(metrics).toMatch(/^sandbox_messages_kept 2$/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
  });
});
