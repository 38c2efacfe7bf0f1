import sharp from 'sharp';
import { stack } from '@carillon/stack';
import { newGroup, newUser, send, subscribe, unique } from '../dev/driver/arrange';
import { type Json, killService, text, until } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';

const photo = (): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width: 1600, height: 800, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer();
};

const upload = async (key: string, bytes: Buffer): Promise<{ status: number; media: Json }> => {
  const response = await fetch(`${stack().gatewayUrl}/api/v1/media?name=choir.jpg&alt=The%20choir`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
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
