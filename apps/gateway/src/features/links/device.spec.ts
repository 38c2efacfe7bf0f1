import { deviceOf } from './device';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the device of a person', () => {
  it.each([
    [
      'Outlook for Windows',
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; Microsoft Outlook 16.0.12026; ms-office; MSOffice 16)',
    ],
    ['Outlook without a system', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
    ['Outlook for Mac', 'MacOutlook/16.80.23121017 (Intelx64 Mac OS X Version 14.1)'],
    ['Thunderbird', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Thunderbird/115.5.1'],
    ['Firefox for Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/120.0.0.0 Safari/537.36`],
    // An iPad that requests the desktop version of a page can't be distinguished from a Mac.
    [
      'Safari on an iPad',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
    ],
  ])('is a desktop: %s', (_, agent) => {
    expect(deviceOf(agent)).toBe('DESKTOP');
  });

  it.each([
    ['Mail on an iPhone', iPhone],
    [
      'the Gmail app for Android',
      `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A.230803.041; wv) ${webKit} Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36`,
    ],
    ['Firefox for Android', 'Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0'],
    ['10 KB', `${iPhone} ${'x; '.repeat(3_400)}`],
  ])('is a phone: %s', (_, agent) => {
    expect(deviceOf(agent)).toBe('PHONE');
  });

  it.each([
    [
      'Mail on an iPad',
      'Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    ],
    [
      'an Android tablet',
      `Mozilla/5.0 (Linux; Android 13; SM-X906C) ${webKit} Chrome/115.0.0.0 Safari/537.36`,
    ],
    [
      'a Kindle Fire',
      `Mozilla/5.0 (Linux; Android 9; KFTRWI) ${webKit} Silk/119.1 like Chrome/119 Safari/537.36`,
    ],
  ])('is a tablet: %s', (_, agent) => {
    expect(deviceOf(agent)).toBe('TABLET');
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ' '],
    ['garbage', '%$§ 2983 <script>'],
    ['10 KB of garbage', 'x; '.repeat(3_400)],
    ['a device behind 10 KB', `${'x; '.repeat(3_400)}${iPhone}`],
    ['Outlook for phones and tablets', 'Outlook-iOS/2.0'],
    ['a television', `Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) ${webKit} 76.0.3809.146/6.0 TV Safari/537.36`],
    ['a name of a property of objects', 'constructor'],
  ])('is unknown: %s', (_, agent) => {
    expect(deviceOf(agent)).toBeNull();
    // From the cache.
    expect(deviceOf(agent)).toBeNull();
  });
});
