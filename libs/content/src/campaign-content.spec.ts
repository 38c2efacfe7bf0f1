import { contentOf } from '@carillon/contracts';
import { channelsOf, plainKeysOf, requiredKeysOf, textsOf } from './campaign-content';

const content = contentOf({
  subject: 'To {{name}}',
  preheader: '{{offer|Two for one}} {{city}}',
  bodies: { EMAIL: '<p>{{pr&eacute;nom}} {{city|here}}</p>', SMS: '{{name|you}} {{code|}}' },
  whatsappTemplate: { contentSid: 'HX', variables: { 1: '{{city}}' } },
});

describe('the content of a campaign', () => {
  it('has messages on its channels, including templates', () => {
    expect(channelsOf(content)).toEqual(['EMAIL', 'WHATSAPP', 'SMS']);
    expect(channelsOf(contentOf({ bodies: { SMS: 'Hi' } }))).toEqual(['SMS']);
  });

  it('returns the texts that recipients see, by channel', () => {
    expect(textsOf(content).map(({ channel, mode }) => [channel, mode])).toEqual([
      ['EMAIL', 'subject'],
      ['EMAIL', 'text'],
      ['EMAIL', 'html'],
      ['SMS', 'text'],
      ['WHATSAPP', 'text'],
    ]);
    expect(textsOf(contentOf({ subject: 'No email', preheader: 'None', bodies: { SMS: 'Hi' } }))).toEqual([
      { channel: 'SMS', field: 'smsMessage', text: 'Hi', mode: 'text' },
    ]);
  });

  it('returns the keys outside of the HTML, and the keys that need a value', () => {
    expect(plainKeysOf(content)).toEqual(['name', 'offer', 'city', 'code']);
    expect(requiredKeysOf(content)).toEqual([
      ...['name', 'city', 'prénom'].map((key) => ({ channel: 'EMAIL', key })),
      { channel: 'WHATSAPP', key: 'city' },
      { channel: 'SMS', key: 'code' },
    ]);
  });
});
