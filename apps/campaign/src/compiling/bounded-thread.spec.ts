import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ContentSource, TooComplex } from '@carillon/content';
import type { CompiledEmail } from '@carillon/contracts';
import { BoundedThread } from './bounded-thread';

/** Replies with its own number, unless the HTML makes it hang, use up its memory, or exit. */
const program = join(__dirname, '../../test/compile-thread.cjs');
const sourceOf = (html: string) => ({ html, preheader: null });
const limits = { processorMs: 200, totalMs: 60_000 };

describe('a thread that compiles emails', () => {
  const compiler = new BoundedThread<ContentSource, CompiledEmail>(program, limits);
  const thread = async (html = '<p>Hi</p>'): Promise<unknown> => (await compiler.run(sourceOf(html))).html[0];
  afterAll(() => compiler.close());

  it('uses the same thread for consecutive emails', async () => {
    expect(await thread()).toBe(await thread());
  });

  it('ends without emails, and starts again with the next one', async () => {
    const brief = new BoundedThread<ContentSource, CompiledEmail>(program, limits, 100);
    const number = async () => (await brief.run(sourceOf('<p>Hi</p>'))).html[0];
    const first = await number();
    await pause(1_000);
    expect(await number()).not.toBe(first);
    await brief.close();
  });

  it('rejects an email that is too complex, and continues in the same thread', async () => {
    const before = await thread();
    await expect(thread('complex')).rejects.toThrow(new TooComplex('too many of these'));
    expect(await thread()).toBe(before);
  });

  it('rejects an email that makes the thread hang, and continues in a new one', async () => {
    const before = await thread();
    await expect(thread('hang')).rejects.toThrow(
      new TooComplex('The HTML of the email takes too long to parse'),
    );
    expect(await thread()).not.toBe(before);
  });

  it('rejects an email that takes too much memory', async () => {
    const patient = new BoundedThread(program, { processorMs: 60_000, totalMs: 60_000 });
    const refusal = new TooComplex('The HTML of the email takes too much memory to parse');
    await expect(patient.run(sourceOf('heap'))).rejects.toThrow(refusal);
    await patient.close();
  });

  it('rejects an email that never finishes, after a timeout', async () => {
    const impatient = new BoundedThread(program, { processorMs: 60_000, totalMs: 50 });
    await expect(impatient.run(sourceOf('wait'))).rejects.toThrow(TooComplex);
    await impatient.close();
  });

  it.each(['exit', 'throw', 'failure'])('fails if the thread ends by %s, and continues', async (html) => {
    await expect(thread(html)).rejects.not.toBeInstanceOf(TooComplex);
    expect(await thread()).toBeDefined();
  });
});
