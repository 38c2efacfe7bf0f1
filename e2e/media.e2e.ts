import sharp from 'sharp';
import { stack } from '@carillon/stack';
import { newGroup, newUser, send, subscribe, unique } from '../dev/driver/arrange';
import { type Json, data, killService, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';

const photo = (): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width: 1600, height: 800, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer();
};

const upload = async (
  key: string,
  bytes: Buffer,
  name = 'choir.jpg',
): Promise<{ status: number; media: Json }> => {
  const query = new URLSearchParams({ name, alt: 'The choir' }).toString();
  const response = await fetch(`${stack().gatewayUrl}/api/v1/media?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  const { data } = (await response.json()) as { data: { createMedia: Json } };
  return { status: response.status, media: data.createMedia };
};

/** Public URLs begin with PUBLIC_URL, which can differ from the address of the gateway here. */
const open = (url: string) => fetch(new URL(new URL(url).pathname, stack().gatewayUrl));

describe('an uploaded image', () => {
  it('is in the delivered email, and anyone can load it', async () => {
    const user = await newUser('FREE');
    const { status, media } = await upload(user.key, await photo());
    expect(status).toBe(201);
    expect(media).toMatchObject({ kind: 'IMAGE', width: 1200, height: 600, alt: 'The choir' });
    const url = text(media, 'url');

    const group = await newGroup(user);
    const address = `${unique('media')}@example.com`;
    await subscribe(user, group, address);
    const emailMessage = `<p>Hello</p><img src="${url}" width="600" height="300" alt="The choir">`;
    await send(user, [group], { name: 'Concert', emailMessage });
    const [mail] = await until('the mail', 60, async () => {
      const mails = await inboxOf(address);
      return mails.length > 0 ? mails : null;
    });
    expect(mail?.html).toContain(`src="${url}"`);

    const image = await open(url);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    expect([width, height]).toEqual([1200, 600]);
  });

  it('survives a crash of the campaign service, and the same bytes stay one file', async () => {
    const user = await newUser('FREE');
    const bytes = await photo();
    const { media } = await upload(user.key, bytes);
    await killService('campaign');
    const again = await until('the upload', 60, () => upload(user.key, bytes).catch(() => null));
    expect([again.status, again.media]).toEqual([200, media]);
    expect((await open(text(media, 'url'))).status).toBe(200);
  });
});

describe('an attached file', () => {
  it('arrives with the email, also if the email worker and the campaign service crash meanwhile', async () => {
    const user = await newUser('FREE');
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000, unique('menu'))]);
    const { media } = await upload(user.key, pdf, 'Menü.pdf');
    const group = await newGroup(user);
    const addresses = Array.from({ length: 30 }, () => `${unique('attached')}@example.com`);
    for (const address of addresses) await subscribe(user, group, address);
    const draft = {
      ...{ name: 'Menu', emailMessage: '<p>Hello</p>', groups: [group.id] },
      attachments: [text(media, '_id')],
    };
    const campaignId = text(await data('POST', '/campaigns/drafts', draft, user.key), 'createDraft', '_id');
    await data('POST', '/campaigns/publish', { campaignId }, user.key);
    await Promise.all([killService('email-worker'), killService('campaign')]);
    for (const address of addresses) {
      const mails = await until(`the mail to ${address}`, 90, async () => {
        const found = await inboxOf(address);
        return found.length > 0 ? found : null;
      });
      expect(mails[0]).toMatchObject({
        attachments: [{ name: 'Menü.pdf', type: 'application/pdf', bytes: pdf.length }],
      });
    }
  });
});
