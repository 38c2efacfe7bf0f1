import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { ConfigError, defineConfig, parseConfig, parseSecret, platformConfig, secret } from './config';

const definition = defineConfig('test', {
  PORT: Type.Integer({ default: 80, minimum: 1, maximum: 65535, description: 'where it listens' }),
  VERBOSE: Type.Boolean({ default: false }),
  NAME: Type.Optional(Type.String()),
  TOKEN: secret(Type.String({ pattern: '^t_' })),
});

const problems = (environment: Record<string, string>): string => {
  try {
    parseConfig(definition, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('expected a ConfigError');
};

describe('parsing the configuration', () => {
  it('converts by type, fills defaults and leaves optional variables out', () => {
    expect(parseConfig(definition, { PORT: ' 8080 ', VERBOSE: 'true', TOKEN: 't_1' })).toEqual({
      PORT: 8080,
      VERBOSE: true,
      TOKEN: 't_1',
    });
    expect(parseConfig(definition, { TOKEN: 't_1' })).toEqual({ PORT: 80, VERBOSE: false, TOKEN: 't_1' });
  });

  it('treats an empty value as absent', () => {
    expect(parseConfig(definition, { PORT: '', NAME: '', TOKEN: 't_1' })).toEqual({
      PORT: 80,
      VERBOSE: false,
      TOKEN: 't_1',
    });
  });

  it('does not read variables that were not declared', () => {
    expect(parseConfig(definition, { TOKEN: 't_1', OTHER: 'x' })).not.toHaveProperty('OTHER');
  });

  it('freezes the parsed values', () => {
    expect(Object.isFrozen(parseConfig(definition, { TOKEN: 't_1' }))).toBe(true);
  });

  it('names each wrong variable, its value and the expected form', () => {
    const message = problems({ PORT: 'eighty', VERBOSE: 'perhaps', TOKEN: 't_1' });
    expect(message).toMatch(/PORT: read "eighty"; expected integer \(where it listens\)/);
    expect(message).toMatch(/VERBOSE: read "perhaps"; expected boolean/);
  });

  it('names a required variable that is not set', () => {
    expect(problems({})).toMatch(/TOKEN: it is not set/);
  });

  it('names an invalid secret without its value', () => {
    const parse = (): never => {
      throw new Error('entry 1 has no colon');
    };
    const read = () => parseSecret('VAULT_KEYS', 'hunter2', parse);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow('VAULT_KEYS: read a secret value; entry 1 has no colon');
  });

  it('never shows a secret, not even an invalid one', () => {
    const message = problems({ TOKEN: 'hunter2' });
    expect(message).toMatch(/TOKEN: read a secret value/);
    expect(message).not.toContain('hunter2');
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const file = (content: string): string => {
    const path = join(folder, `${content.length}`);
    writeFileSync(path, content);
    return path;
  };

  it.each(['t_1', 't_1\n', 't_1\r\n'])('is read without a newline at its end: %j', (content) => {
    expect(parseConfig(definition, { TOKEN_FILE: file(content) }).TOKEN).toBe('t_1');
  });

  it('keeps every other space', () => {
    const password = defineConfig('test', { PASSWORD: secret(Type.String()) });
    expect(parseConfig(password, { PASSWORD_FILE: file(' a b \n\n') }).PASSWORD).toBe(' a b \n');
  });

  it('is rejected if it is also set as a value', () => {
    const message = problems({ TOKEN: 't_1', TOKEN_FILE: file('t_1') });
    expect(message).toMatch(/TOKEN: TOKEN_FILE is also set; set only one of them/);
  });

  it('is used if the value is empty', () => {
    expect(parseConfig(definition, { TOKEN: '', TOKEN_FILE: file('t_1') }).TOKEN).toBe('t_1');
    expect(parseConfig(definition, { TOKEN: 't_2', TOKEN_FILE: '' }).TOKEN).toBe('t_2');
  });

  it('is reported if its file is unreadable, with all other errors', () => {
    const path = join(folder, 'nowhere');
    const message = problems({ TOKEN_FILE: path, PORT: 'eighty' });
    expect(message).toContain(`TOKEN_FILE: cannot read ${path} (ENOENT)`);
    expect(message).toContain('PORT: read "eighty"');
    expect(message).not.toContain('it is not set');
    expect(problems({ TOKEN_FILE: folder })).toContain(`TOKEN_FILE: cannot read ${folder} (EISDIR)`);
  });

  it('is reported if its file is empty', () => {
    const path = file('\n');
    expect(problems({ TOKEN_FILE: path })).toContain(`TOKEN_FILE: ${path} is empty`);
  });

  it('is never shown', () => {
    const message = problems({ TOKEN_FILE: file('hunter2') });
    expect(message).toMatch(/TOKEN: read a secret value/);
    expect(message).not.toContain('hunter2');
  });

  it('is not supported for other variables', () => {
    expect(parseConfig(definition, { TOKEN: 't_1', NAME_FILE: file('Ann') })).not.toHaveProperty('NAME');
  });
});

describe('AMQP_URL', () => {
  const parse = (AMQP_URL: string) => parseConfig(platformConfig, { AMQP_URL }).AMQP_URL;

  it.each([
    'amqp://localhost',
    'amqps://me:pass,word@rabbit.example.com:5671/vhost?frameMax=8192',
    'amqp://me:secret@one:5672/a,amqp://me:secret@two:5672/a',
    'amqp://one, amqps://two, amqp://[::1]:5672/%2F',
  ])('may be %s', (url) => {
    expect(parse(url)).toBe(url);
  });

  it.each([
    'localhost:5672',
    'http://localhost',
    'amqp://one:5672,two:5672',
    'amqp://one,',
    'amqp://one amqp://two',
  ])('may not be %s', (url) => {
    expect(() => parse(url)).toThrow(/AMQP_URL: read a secret value; .*several are tried in turn/);
  });
});
