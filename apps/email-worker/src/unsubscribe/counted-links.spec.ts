import { hash } from 'node:crypto';
import { compileEmail } from '@carillon/content';
import { contentOf, type PublishedContent, type Tracking, deliveryId } from '@carillon/contracts';
import { LinkTokens, parseKeyRing } from '@carillon/vault';
import { aSender, at, campaignId, linkFor, read } from '../../test/composing';
import { LINK_KEYS, PUBLIC_URL } from '../../test/sending';
import type { EmailWorkerConfig } from '../config';
import { composeMail } from '../mime/compose-mail';
import { CountedLinks } from './counted-links';

const counted = new CountedLinks({ PUBLIC_URL, LINK_KEYS } as EmailWorkerConfig);
const tokens = new LinkTokens(parseKeyRing(LINK_KEYS));
const links = ['https://shop.example/a?x=1&y=2', 'https://shop.example/b'];
const emailBody = `<p>Dear {{name}}</p><a href="https://shop.example/a?x=1&amp;y=2">A</a>
<a href='https://shop.example/b'>B</a> <a href="https://new.example/">C</a> <a href="mailto:a@b.example">D</a>`;
/** SHA-256 of the email without counted links. */
const UNTRACKED_HASH = 'a129ba31d08d04fe9349fd0876640ece31d662bf86c582ca9251fa13b64f0d87';
const delivery = deliveryId(`${campaignId}-0000000003`, 7);

const content = (tracking?: Tracking): PublishedContent => ({
  campaignId,
  content: contentOf({ subject: 'Hello {{name}}', bodies: { EMAIL: emailBody } }),
  watermark: false,
  ...(tracking && { tracking }),
});

/** An email in its sent form, without its random parts. */
function composed(tracking?: Tracking, deliveryId = delivery): string {
  const of = content(tracking);
  const compose = composeMail({ ...of, email: compileEmail(emailBody) }, aSender(), linkFor, counted.of(of));
  const mail = compose({ address: 'ann@example.org', variables: { name: 'Zoë' } }, at, { deliveryId });
  if (typeof mail === 'string') throw new Error(mail);
  const { message } = mail.content;
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(message) ?? [];
  return message.replaceAll(boundary, '=_boundary');
}

const html = async (mail: string) => (await read(Buffer.from(mail))).html;
const tokensIn = (text: string) =>
  [...text.matchAll(/https:\/\/carillon\.example\.com\/([co])\/([\w-]+)/g)].map(([, where, token = '']) => {
    return { where, ...tokens.read(token) };
  });

describe('CountedLinks', () => {
  it('changes no byte of an email if tracking is off', () => {
    const before = composed();
    expect(counted.of(content({ mode: 'OFF', links }))).toBeNull();
    expect(composed({ mode: 'OFF', links })).toBe(before);
    // Tracking changes no byte of other emails. Another footer changes all emails.
    expect(hash('sha256', before)).toBe(UNTRACKED_HASH);
  });

  it('identifies the delivery in each link in full tracking', async () => {
    const shown = await html(composed({ mode: 'FULL', links }));
    expect(tokensIn(shown)).toEqual([
      { where: 'c', campaignId, link: 0, deliveryId: delivery },
      { where: 'c', campaignId, link: 1, deliveryId: delivery },
      { where: 'o', campaignId, link: null, deliveryId: delivery },
    ]);
    expect(shown).toContain('<a href="https://new.example/">C</a> <a href="mailto:a@b.example">D</a>');
    expect(shown).toContain(linkFor());
  });

  it('uses the same links for all recipients in aggregate tracking', async () => {
    const tracking = { mode: 'AGGREGATE', links } as const;
    const [one, other] = [composed(tracking), composed(tracking, deliveryId(`${campaignId}-0000000003`, 8))];
    expect(one).toBe(other);
    expect(tokensIn(await html(one))).toEqual([
      { where: 'c', campaignId, link: 0, deliveryId: null },
      { where: 'c', campaignId, link: 1, deliveryId: null },
      { where: 'o', campaignId, link: null, deliveryId: null },
    ]);
  });

  it('identifies no delivery in a test mail', async () => {
    const shown = await html(composed({ mode: 'FULL', links }, 'test'));
    expect(tokensIn(shown)).toMatchObject([{ deliveryId: null }, { deliveryId: null }, { deliveryId: null }]);
  });

  it('keeps the author’s links in the plain text', async () => {
    const { text } = await read(Buffer.from(composed({ mode: 'FULL', links })));
    expect(text).toContain('https://shop.example/b');
    expect(tokensIn(text)).toEqual([]);
  });
});
