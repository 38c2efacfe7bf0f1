import { AppError, type Attachment, PIECE_BYTES } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { AttachedFiles } from './attached-files';

/** A campaign service with one file of this size (bytes). */
function arrange(bytes: number) {
  const stored = Buffer.from(Array.from({ length: bytes }, (_, n) => n % 251));
  const asked: number[] = [];
  const request = (_: string, { token, from }: { token: string; from: number }) => {
    asked.push(from);
    if (token !== 'menu') return Promise.reject(new AppError(token as 'timeout'));
    return Promise.resolve({ base64: stored.subarray(from, from + PIECE_BYTES).toString('base64') });
  };
  const files = new AttachedFiles({ request } as unknown as Messenger);
  const attached = (token: string): Attachment => ({
    ...{ id: token, token, name: 'Menu.pdf', type: 'application/pdf', bytes },
  });
  return { stored, asked, of: (...tokens: string[]) => files.of({ attachments: tokens.map(attached) }) };
}

describe('the cache of attached files', () => {
  it('reads a file once, piece by piece', async () => {
    const { stored, asked, of } = arrange(2 * PIECE_BYTES + 1);
    const base64 = stored.toString('base64');
    expect(await Promise.all([of('menu'), of('menu')])).toEqual([{ menu: base64 }, { menu: base64 }]);
    expect(await of('menu')).toEqual({ menu: base64 });
    expect(asked).toEqual([0, PIECE_BYTES, 2 * PIECE_BYTES]);
  });

  it('lacks a deleted file', async () => {
    expect(Object.keys(await arrange(10).of('menu', 'media_not_found'))).toEqual(['menu']);
  });

  it('fails without a response, and asks again', async () => {
    const { asked, of } = arrange(10);
    for (let n = 0; n < 2; n++) await expect(of('timeout')).rejects.toMatchObject({ code: 'timeout' });
    expect(asked).toEqual([0, 0]);
  });
});
