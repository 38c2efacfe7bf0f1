/** Measures the cost of signing emails: CPU time per 1,000 emails without keys, with each key, and with both. See USAGE. */
import { parseArgs } from 'node:util';
import { compileEmail } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import { newSigningKey } from '@carillon/dkim';
import { composeMail, composeSignedMail } from '../../../apps/email-worker/src/mime/compose-mail';
import { senderOf } from '../../../apps/email-worker/src/mime/sender';
import { signerOf } from '../../../apps/email-worker/src/mime/sign-mail';
import { Figures } from '../figures';
import { complain } from '../own-stack';
import { head, print, row } from '../print';

const USAGE = `npm run bench -- signing [mails] [--runs N]

  mails    of each run; 5000 if not given
  --runs   runs of each kind, in turn; 5 if not given
`;

const AT_ONCE = 20;
const WARM_UP = 500;

/** The sizes of an attached file (MB). */
const FILES_MB = [0, 1] as const;

type OpenedSender = Parameters<typeof signerOf>[0];
type Keys = NonNullable<OpenedSender['signingKeys']>;

const paragraph =
  '<p>Dear {{name}}, the <a href="https://shop.example/sale">sale</a> has begun.   See you!</p>\n';

/** An email with 20 kB of HTML and text, composed as by the worker. */
function composing(keys: Keys, fileMb: number) {
  const html = paragraph.repeat(130);
  const settings = { host: 'mail.example', port: 25, security: 'none', fromAddress: 'news@shop.example' };
  const opened: OpenedSender = {
    ...{ id: 'own', userId: '64b7c0ffee64b7c0ffee0002', provider: 'SMTP', version: '1', secrets: {} },
    ...{ settings, signingKeys: keys },
  };
  const content = contentOf({ subject: 'Hello {{name}}', bodies: { EMAIL: html } });
  const file = { id: 'f', token: 'f', name: 'f.bin', type: 'application/octet-stream', bytes: fileMb * 1e6 };
  const campaign = {
    ...{ campaignId: '64b7c0ffee64b7c0ffee0001', email: compileEmail(html), watermark: false },
    content: { ...content, attachments: fileMb === 0 ? [] : [file] },
    files: { f: Buffer.alloc(fileMb * 1e6, 'attached').toString('base64') },
  };
  const link = (): string => `https://carillon.example/u/${'Ab-_'.repeat(25)}`;
  const sender = senderOf(opened);
  const signer = signerOf(opened, sender);
  const compose = signer
    ? composeSignedMail(campaign, sender, link, null, signer)
    : composeMail(campaign, sender, link);
  return async (n: number): Promise<void> => {
    const mail = await compose(
      { address: `person${n}@example.org`, variables: { name: `P${n}` } },
      new Date(),
    );
    if (typeof mail === 'string') throw new Error(mail);
  };
}

/** Milliseconds per 1,000 emails: CPU time, and time. */
async function measure(
  send: (n: number) => Promise<void>,
  mails: number,
): Promise<[cpu: number, wall: number]> {
  let next = 0;
  const [begin, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < mails) await send(next++);
    }),
  );
  const { user, system } = process.cpuUsage(used);
  return [(user + system) / mails, ((performance.now() - begin) / mails) * 1_000];
}

async function bench(mails: number, runs: number): Promise<void> {
  const key = async (algorithm: 'RSA_2048' | 'ED25519') => {
    const { privateKey } = await newSigningKey(algorithm);
    return { domain: 'shop.example', selector: 'carillon-b8c8d2-rsa1', algorithm, privateKey };
  };
  const [rsa, ed25519] = [await key('RSA_2048'), await key('ED25519')];
  const kinds: [name: string, keys: Keys][] = [
    ['not signed', []],
    ['Ed25519', [ed25519]],
    ['RSA with 2,048 bits', [rsa]],
    ['both', [rsa, ed25519]],
  ];
  for (const fileMb of FILES_MB) {
    const count = fileMb === 0 ? mails : Math.ceil(mails / 10);
    print(`\nms per 1,000 emails of 20 kB${fileMb === 0 ? '' : ` and a file of ${fileMb} MB`}`);
    row('', head('CPU', 'time'));
    const sends = kinds.map(([, keys]) => composing(keys, fileMb));
    const results: [number, number][][] = kinds.map(() => []);
    for (const send of sends) await measure(send, WARM_UP);
    for (let run = 0; run < runs; run++)
      for (const [at, send] of sends.entries()) results[at]?.push(await measure(send, count));
    kinds.forEach(([name], at) => {
      const of = (part: 0 | 1) => new Figures((results[at] ?? []).map((result) => result[part])).median;
      row(name, head(of(0).toFixed(0), of(1).toFixed(0)));
    });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) print(USAGE);
else bench(Number(positionals[0] ?? 5_000), Number(values.runs ?? 5)).catch(complain);
