import { visitorOf } from './visitor';

const android = (model: string): string =>
  `Mozilla/5.0 (Linux; Android 11; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36`;
const by = (agent: string, headers = {}) => visitorOf('GET', { 'user-agent': agent, ...headers });

describe('the visitor of an image or a link', () => {
  // isbot issue 29, http-browserdetect issue 136, Matomo device-detector issues 5674 and 5701, Crawler-Detect issue 283.
  it.each([
    ...[
      'CUBOT_P20',
      'CUBOT NOTE 20',
      'CUBOT',
      'M BOT 60 Build/NRD90M; wv',
      'B BOT 550',
      'ScanPal EDA51',
      'SPIDER X',
    ].map(android),
    'Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; M BOT 60 Build/MRA58K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Thunderbird/115.5.1',
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.4266; Pro)',
    'Outlook-iOS/2.0',
  ])('is a person: %s', (agent) => {
    expect(by(agent)).toBe('person');
    expect(by(agent, { dnt: '1' })).toBe('private');
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `${android('Nexus 5X Build/MMB29P')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'Mozilla/5.0 (Linux; Android 5.0; compatible; SomeBot/1.0)',
    'Slackbot-LinkExpanding 1.0',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0',
    'SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Barracuda Sentinel (EE)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119 Safari/537.36',
    'Mozilla/5.0',
    'curl/8.5.0',
    'python-requests/2.31',
    '',
  ])('is a machine: %s', (agent) => {
    expect(by(agent)).toBe('machine');
  });

  it('is a machine if it prefetches, or sends a request unlike a browser', () => {
    expect(by(android('Pixel 8'), { 'sec-purpose': 'prefetch;prerender' })).toBe('machine');
    expect(visitorOf('HEAD', { 'user-agent': android('Pixel 8') })).toBe('machine');
  });
});
