import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, parseConfig } from './config';

describe('the configuration', () => {
  it('is on loopback and complete without any setting', () => {
    expect(parseConfig({})).toEqual({
      host: '127.0.0.1',
      smtpPort: 1025,
      twilioPort: 8027,
      twilioAccounts: [],
      callbackStepMs: 300,
      callbackVia: null,
      inboxPort: 8025,
      adminHost: '127.0.0.1',
      adminPort: 8026,
      dataDir: '.carillon/sandbox',
      keepMessages: 50_000,
      keepBytes: 2_147_483_648,
      maxMessageBytes: 10_485_760,
      slowMs: 5_000,
      inboxHosts: [],
      logLevel: 'info',
    });
  });

  it('names every wrong setting, its value and the expected form', () => {
    const reading = (): unknown =>
      parseConfig({ SMTP_PORT: '70000', KEEP_MESSAGES: '1e3', LOG_LEVEL: 'loud', HOST: '' });
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(
      [
        'Invalid configuration.',
        '  SMTP_PORT: read "70000", expected an integer from 0 to 65535',
        '  KEEP_MESSAGES: read "1e3", expected an integer from 1 to 1000000',
        '  LOG_LEVEL: read "loud", expected one of fatal, error, warn, info, debug, trace, silent',
      ].join('\n'),
    );
  });

  it('reads the accounts of the pretend Twilio, and does not repeat a secret that it cannot parse', () => {
    const sid = (kind: string): string => kind + 'a'.repeat(32);
    const { twilioAccounts } = parseConfig({
      TWILIO_ACCOUNTS: `${sid('AC')}:one;${sid('SK')}:two, ${sid('AC').replace('aa', 'bb')}:three`,
    });
    expect(twilioAccounts).toMatchObject([
      { sid: sid('AC'), authToken: 'one', apiKeys: new Map([[sid('SK'), 'two']]) },
      { authToken: 'three' },
    ]);
    const wrong = (): unknown => parseConfig({ TWILIO_ACCOUNTS: 'AC1:very-secret' });
    expect(wrong).toThrow(/TWILIO_ACCOUNTS: read something else/);
    expect(wrong).not.toThrow(/very-secret/);
  });

  it('reads the accounts from a file, and names one that cannot be read', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'accounts');
    const sid = `AC${'a'.repeat(32)}`;
    const reading = (environment: Record<string, string>) => () =>
      parseConfig({ TWILIO_ACCOUNTS_FILE: file, ...environment });
    expect(reading({})).toThrow(`TWILIO_ACCOUNTS_FILE: cannot read ${file} (ENOENT)`);
    writeFileSync(file, `${sid}:one\n`);
    expect(reading({})().twilioAccounts).toMatchObject([{ sid, authToken: 'one' }]);
    expect(reading({ TWILIO_ACCOUNTS: `${sid}:two` })).toThrow(/TWILIO_ACCOUNTS_FILE is also set/);
    writeFileSync(file, 'AC1:very-secret');
    expect(reading({})).toThrow(/TWILIO_ACCOUNTS: read something else/);
    expect(reading({})).not.toThrow(/very-secret/);
  });
});
