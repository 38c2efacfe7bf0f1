import type { EmailTexts } from '@carillon/content';
import { bodiesOf } from '@carillon/contracts';
import { withDeadline } from '@carillon/messaging';
import type { StoredCampaign } from '../campaigns/campaign-document';
import { CompiledEmails } from './preview-campaign';

const footer = { watermark: true, postalAddress: undefined, hasLink: true };
const stored = (EMAIL: string | null, rev = 1, id = 'a', userId = 'ann') =>
  ({ campaign: { id, userId, name: 'Spring', bodies: bodiesOf({ EMAIL }) }, rev }) as StoredCampaign;
const itself = (email: EmailTexts | null) => email;
/** Too large to be kept. */
const hostile = (rev = 1) => stored('{{a}}'.repeat(22_000), rev);

describe('emails that are compiled for previews', () => {
  it('are compiled again only when campaign or footer have changed', async () => {
    const emails = new CompiledEmails();
    const first = await emails.use(stored('<p>Hi</p>'), footer, itself);
    expect(await emails.use(stored('<p>Hi</p>'), { ...footer }, itself)).toBe(first);
    for (const [campaign, changed] of [
      [stored('<p>Hi</p>', 2), footer],
      [stored('<p>Hi</p>', 1, 'b'), footer],
      [stored('<p>Hi</p>'), { ...footer, watermark: false }],
      [stored('<p>Hi</p>'), { ...footer, postalAddress: '1 High Street' }],
    ] as const)
      expect(await emails.use(campaign, changed, itself)).not.toBe(first);
    expect(await emails.use(stored('<p>Hi</p>'), footer, itself)).toBe(first);
  });

  it('are not kept where they would fill the memory', async () => {
    const emails = new CompiledEmails();
    const first = await emails.use(hostile(), footer, itself);
    expect(await emails.use(hostile(), footer, itself)).not.toBe(first);
  });

  it('are none where there is no email, or it is not asked for', async () => {
    const emails = new CompiledEmails();
    expect(await emails.use(stored(null), footer, itself)).toBeNull();
    expect(await emails.use(stored('<p>Hi</p>'), null, itself)).toBeNull();
  });

  it('leave time for others between two of one user, and are refused to a user with too many that wait', async () => {
    const emails = new CompiledEmails();
    const order: string[] = [];
    const large = [1, 2, 3, 4].map((rev) => emails.use(hostile(rev), footer, () => order.push('ann')));
    const another = new Promise(setImmediate).then(() =>
      emails.use(stored('<p>Hi</p>', 1, 'b', 'bob'), footer, () => order.push('bob')),
    );
    await expect(emails.use(hostile(5), footer, itself)).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    await Promise.all([...large, another]);
    expect(order).toHaveLength(5);
    expect(order.at(-1)).toBe('ann');
  });

  it('take turns also where only filling them in takes long', async () => {
    const emails = new CompiledEmails();
    const many = stored('{{a}}'.repeat(1_000));
    const fillings = Array.from({ length: 4 }, () => emails.use(many, footer, itself));
    await expect(emails.use(many, footer, itself)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(new Set(await Promise.all(fillings)).size).toBe(1);
  });

  it('need no turn when they are known and small', async () => {
    const emails = new CompiledEmails();
    const small = stored('<p>Hi {{name}}</p>', 1, 'small');
    const first = await emails.use(small, footer, itself);
    const large = [1, 2, 3].map((rev) => emails.use(hostile(rev), footer, itself));
    const known = Array.from({ length: 20 }, () => emails.use(small, footer, itself));
    expect(new Set(await Promise.all(known))).toEqual(new Set([first]));
    await Promise.all(large);
  });

  it('are not compiled for a caller who has left, and a failure lets the next one go on', async () => {
    const emails = new CompiledEmails();
    const filled = jest.fn(itself);
    await expect(withDeadline(0, () => emails.use(hostile(), footer, filled))).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(filled).not.toHaveBeenCalled();
    const tooLong = () => {
      throw new Error('too long');
    };
    await expect(emails.use(stored('<p>Hi</p>'), footer, tooLong)).rejects.toThrow('too long');
    expect(await emails.use(stored('<p>Hi</p>'), footer, itself)).not.toBeNull();
  });
});
