import { describeWithPostfix, eventually } from '@carillon/testing';
import { Sending } from './sending';
import { SmtpSink } from './smtp-sink';

const lost = { reason: 'CONNECTION_LOST', code: null };
const silent = { reason: 'SERVER_TIMEOUT', code: null, suspect: true };
const hard = { code: '500 5.3.0' };
const soft = { code: '450 4.3.0' };
const busy = { kind: 'throttled', scope: 'provider', reason: 'SERVER_BUSY' };

describeWithPostfix("sending to postfix' smtp-sink", {}, () => {
  let sink: SmtpSink;
  let sending: Sending;
  const start = async (...flags: string[]): Promise<void> => {
    sink = await SmtpSink.start(flags);
    sending = new Sending(null, sink.port, 'ann', { config: { EMAIL_CONNECTIONS: 2 } });
  };
  afterEach(async () => {
    await sending.end();
    await sink.stop();
  });

  it.each([[[]], [['-p']], [['-e']], [['-p', '-8', '-E']]])('sends many emails: flags %j', async (flags) => {
    await start(...flags);
    const results = await Promise.all(
      Array.from({ length: 60 }, () => sending.send(60_000, undefined, { paragraphs: 1 })),
    );
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    await eventually(() => sink.mails === 60);
  });

  it.each<[string[], object]>([
    [['-f', 'MAIL'], { kind: 'providerDown', reason: 'SENDER_REFUSED', ...hard }],
    [['-f', 'RCPT'], { kind: 'failed', permanent: true, reason: 'SERVER_TROUBLE', ...hard }],
    [['-f', 'DATA'], { kind: 'failed', permanent: true, reason: 'SERVER_TROUBLE', ...hard }],
    [['-f', '.'], { kind: 'failed', permanent: true, reason: 'SERVER_TROUBLE', ...hard }],
    [['-r', 'MAIL'], { kind: 'throttled', scope: 'provider', reason: 'SENDER_DEFERRED', ...soft }],
    [['-r', 'RCPT'], { kind: 'failed', permanent: false, reason: 'SERVER_TROUBLE', ...soft }],
    [['-r', 'DATA'], { kind: 'failed', permanent: false, reason: 'SERVER_TROUBLE', ...soft }],
    [['-r', '.'], { kind: 'failed', permanent: false, reason: 'SERVER_TROUBLE', ...soft }],
    [['-Q', 'MAIL'], busy],
    [['-Q', 'RCPT'], busy],
    [['-Q', 'DATA'], busy],
    [['-Q', '.'], busy],
    [['-q', 'MAIL'], { kind: 'failed', permanent: false, ...lost }],
    [['-q', 'RCPT'], { kind: 'failed', permanent: false, ...lost }],
    [['-q', 'DATA'], { kind: 'failed', permanent: false, ...lost }],
    [['-q', '.'], { kind: 'unknown', ...lost, suspect: true }],
    [['-A', '0'], { kind: 'failed', permanent: true, reason: 'REFUSED', code: '550' }],
    // With pipelining, the server delays only the order of its commands.
    [['-p', '-W', 'MAIL:30'], { kind: 'failed', permanent: false, ...silent }],
    [['-W', 'DATA:30'], { kind: 'failed', permanent: false, ...silent }],
    [['-W', '.:30'], { kind: 'unknown', ...silent }],
  ])('reports how far the transmission of an email got: flags %j', async (flags, expected) => {
    await start(...flags);
    expect(await sending.send(flags.includes('-W') ? 5_000 : 60_000)).toMatchObject(expected);
  });

  it.each([[['-w', '1']], [['-W', '.:1']]])('waits for a slow server: flags %j', async (flags) => {
    await start(...flags);
    expect(await sending.send(20_000)).toEqual({ kind: 'sent' });
    expect(await sending.send(20_000)).toEqual({ kind: 'sent' });
  });
});
