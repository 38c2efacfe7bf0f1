import type { Schemas } from '@carillon/sdk';
import { en } from '../../texts/en';
import { campaignTexts } from './texts';
import { emptyDraft } from './draft/draft';
import { missingForPublishing } from './missing';

type Problem = Schemas['Rehearsal']['problems'][number];

const problem = (code: string, ...fields: string[]): Problem => ({
  ...{ code, detail: `${code} in English` },
  errors: fields.map((field) => ({ field, code: 'required', detail: 'Missing' })),
});
const whole = { ...emptyDraft, name: 'Spring', groups: ['g'], smsMessage: 'Hi' };
const incomplete = problem('campaign_incomplete', 'name', 'emailMessage', 'groups');

describe('what a campaign lacks', () => {
  it('leads to each field, until it is filled in', () => {
    expect(missingForPublishing([incomplete], emptyDraft, en, campaignTexts.en.campaignEditor)).toEqual([
      { text: 'Enter a name', at: '#campaign-name' },
      { text: 'Write a message', at: expect.stringContaining('#campaign-messages') as string },
      { text: 'Choose a group or a segment', at: '#campaign-groups' },
    ]);
    const named = { ...emptyDraft, name: 'Spring' };
    expect(
      missingForPublishing([incomplete], named, en, campaignTexts.en.campaignEditor).map(({ text }) => text),
    ).toEqual(['Write a message', 'Choose a group or a segment']);
    expect(missingForPublishing([incomplete], whole, en, campaignTexts.en.campaignEditor)).toEqual([]);
  });

  it('contains every other problem, with its field if it has one', () => {
    const problems = [
      problem('account_suspended'),
      problem('campaign_groups_missing', 'groups.0'),
      problem('campaign_senders_missing', 'senders.EMAIL'),
      problem('validation_failed', 'emailMessage'),
      problem('unknown_to_this_console'),
    ];
    expect(
      missingForPublishing(problems, whole, en, campaignTexts.en.campaignEditor).map(({ at }) => at),
    ).toEqual([
      null,
      '#campaign-groups',
      '#campaign-senders input',
      expect.stringContaining('#campaign-messages'),
      null,
    ]);
    expect(missingForPublishing(problems, whole, en, campaignTexts.en.campaignEditor).at(-1)?.text).toBe(
      'unknown_to_this_console in English',
    );
  });
});
