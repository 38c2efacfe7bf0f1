import { urlOn } from './twilio-variables';

const messages = 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json';
const templates = 'https://content.twilio.com/v1/ContentAndApprovals?PageSize=50';

describe('a request of Twilio’s library', () => {
  it.each([
    ['https://api.twilio.com', messages, messages],
    ['https://api.twilio.com', templates, templates],
    ['https://api.dublin.ie1.twilio.com', messages, messages.replace('api', 'api.dublin.ie1')],
    ['https://api.dublin.ie1.twilio.com', templates, templates],
    ['http://127.0.0.1:8027', messages, 'http://127.0.0.1:8027/2010-04-01/Accounts/AC1/Messages.json'],
    ['http://proxy/twilio/', templates, 'http://proxy/twilio/v1/ContentAndApprovals?PageSize=50'],
    [
      'https://twilio.com.example.org',
      templates,
      'https://twilio.com.example.org/v1/ContentAndApprovals?PageSize=50',
    ],
  ])('through %s goes from %s to %s', (server, uri, expected) => {
    expect(urlOn(new URL(server), uri).href).toBe(expected);
  });
});
