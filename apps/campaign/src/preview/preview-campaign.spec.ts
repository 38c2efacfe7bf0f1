import { bodiesOf } from '@carillon/contracts';
import type { StoredCampaign } from '../campaigns/campaign-document';
import { CompiledEmails } from './preview-campaign';

const footer = { watermark: true, postalAddress: undefined, hasLink: true };
const stored = (EMAIL: string | null, rev = 1, id = 'a') =>
  ({ campaign: { id, name: 'Spring', bodies: bodiesOf({ EMAIL }) }, rev }) as StoredCampaign;

describe('emails that are compiled for previews', () => {
  it('are compiled again only when campaign or footer have changed', () => {
    const emails = new CompiledEmails();
    const first = emails.of(stored('<p>Hi</p>'), footer);
    expect(emails.of(stored('<p>Hi</p>'), { ...footer })).toBe(first);
    for (const other of [
      emails.of(stored('<p>Hi</p>', 2), footer),
      emails.of(stored('<p>Hi</p>', 1, 'b'), footer),
      emails.of(stored('<p>Hi</p>'), { ...footer, watermark: false }),
      emails.of(stored('<p>Hi</p>'), { ...footer, postalAddress: '1 High Street' }),
    ])
      expect(other).not.toBe(first);
    expect(emails.of(stored('<p>Hi</p>'), footer)).toBe(first);
  });

  it('are not kept where they would fill the memory', () => {
    const emails = new CompiledEmails();
    const hostile = stored('{{a}}'.repeat(50_000));
    expect(emails.of(hostile, footer)).not.toBe(emails.of(hostile, footer));
  });

  it('are none where there is no email', () => {
    expect(new CompiledEmails().of(stored(null), footer)).toBeNull();
  });
});
