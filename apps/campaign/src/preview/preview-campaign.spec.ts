import { type EmailTexts, compileEmail } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import { withDeadline } from '@carillon/messaging';
import type { StoredCampaign } from '../campaigns';
import type { CompiledEmails } from '../compiling';
import { PreviewedEmails } from './preview-campaign';

const footer = { watermark: true, postalAddress: undefined, hasLink: true };
const stored = (EMAIL: string | null, id = 'a', userId = 'ann') =>
  ({
    campaign: { id, userId, name: 'Spring', content: contentOf({ bodies: { EMAIL } }) },
    rev: 1,
  }) as StoredCampaign;
const itself = (email: EmailTexts | null) => email;
/** So many placeholders that rendering takes a noticeable time. */
const large = (n = 0) => stored(`${n}${'{{a}}'.repeat(1_000)}`);

const compiled: Pick<CompiledEmails, 'of'> = {
  of: ({ content: { bodies } }) =>
    Promise.resolve({ email: bodies.EMAIL === null ? null : compileEmail(bodies.EMAIL) }),
};
const emailsOf = (): PreviewedEmails => new PreviewedEmails(compiled as CompiledEmails);

describe('rendered emails of previews', () => {
  it('have the current footer', async () => {
    const emails = emailsOf();
    const htmlWith = async (changes: object): Promise<string> => {
      const texts = await emails.use(stored('<p>Hi</p>'), { footer: { ...footer, ...changes } }, itself);
      return (texts?.html ?? []).map(String).join('');
    };
    expect(await htmlWith({})).toContain('Sent with Carillon');
    expect(await htmlWith({ watermark: false, postalAddress: '1 High Street' })).toMatch(
      /"[^"]*">1 High Street<br>/,
    );
  });

  it('are null without an email, or if they are not requested', async () => {
    expect(await emailsOf().use(stored(null), { footer }, itself)).toBeNull();
    expect(await emailsOf().use(stored('<p>Hi</p>'), null, itself)).toBeNull();
  });

  it('let other users take turns between two emails of one user, and are rejected for a user with too many pending emails', async () => {
    const emails = emailsOf();
    const order: string[] = [];
    const four = [1, 2, 3, 4].map((n) => emails.use(large(n), { footer }, () => order.push('ann')));
    const fifth = emails.use(large(5), { footer }, itself);
    const another = emails.use({ ...large(), ...stored('{{a}}'.repeat(600), 'b', 'bob') }, { footer }, () =>
      order.push('bob'),
    );
    await expect(fifth).rejects.toMatchObject({ code: 'rate_limited', extra: { retryAfter: '5' } });
    await Promise.all([...four, another]);
    expect(order).toHaveLength(5);
    expect(order.at(-1)).toBe('ann');
  });

  it('need no turn when they are small', async () => {
    const emails = emailsOf();
    const four = [1, 2, 3, 4].map((n) => emails.use(large(n), { footer }, itself));
    const small = Array.from({ length: 20 }, () =>
      emails.use(stored('<p>Hi {{name}}</p>'), { footer }, itself),
    );
    expect(await Promise.all(small)).toHaveLength(20);
    await Promise.all(four);
  });

  it('are skipped for a caller that has left, and a failure lets the next email continue', async () => {
    const emails = emailsOf();
    const filled = jest.fn(itself);
    await expect(withDeadline(0, () => emails.use(large(), { footer }, filled))).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(filled).not.toHaveBeenCalled();
    const tooLong = () => {
      throw new Error('too long');
    };
    await expect(emails.use(large(), { footer }, tooLong)).rejects.toThrow('too long');
    expect(await emails.use(large(), { footer }, itself)).not.toBeNull();
  });
});
