import { createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import { parseKeyRing } from './key-ring';
import { createVault, VaultError, type VaultErrorReason } from './vault';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const vaultOf = (...entries: string[]): ReturnType<typeof createVault> =>
  createVault(parseKeyRing(entries.join(',')));
const k0 = `k0:${keyOf(1)}`;
const k1 = `k1:${keyOf(2)}`;
const context = 'integration:65f000000000000000000001:password';
const secret = 'correct horse battery staple';
const vault = vaultOf(k0);

function refusalOf(act: () => unknown): VaultError {
  try {
    act();
  } catch (error) {
    if (error instanceof VaultError) return error;
  }
  throw new Error('it was not refused');
}

const reasonFor = (sealed: string, under = context, by = vault): VaultErrorReason =>
  refusalOf(() => by.open(sealed, under)).reason;

describe('sealing a secret', () => {
  it.each([secret, '', 'a', 'pässwörd 名 😀', '\0\n', 'x'.repeat(100_000), '{"user":"ada"}'])(
    'opens again what was sealed (case %#)',
    (plaintext) => {
      expect(vault.open(vault.seal(plaintext, context), context)).toBe(plaintext);
    },
  );

  it('gives a text of four parts that names the version and the key', () => {
    expect(vault.seal(secret, context)).toMatch(/^v1\.k0\.[\w-]{16}\.[\w-]+$/);
  });

  it('never uses an initialisation vector twice', () => {
    const vectors = Array.from({ length: 10_000 }, () => vault.seal(secret, context).split('.')[2]);
    expect(new Set(vectors).size).toBe(10_000);
  });

  it('opens what an earlier release sealed', () => {
    const sealed = 'v1.k0.64e5CP5HAgY2ebh_.YiSPxdKey2R-vHBFEuecD2cJl6ubaZzNs2ynsDLeCU4uJ-xtpwF-0A8bBsg';
    expect(vault.open(sealed, context)).toBe(secret);
  });
});

describe('opening a secret', () => {
  it.each(['', 'integration:65f000000000000000000002:password', `${context} `, context.toUpperCase()])(
    'refuses it under another context: %j',
    (other) => {
      expect(reasonFor(vault.seal(secret, context), other)).toBe('rejected');
    },
  );

  it('refuses it when any one character was changed', () => {
    const sealed = vault.seal(secret, context);
    for (let i = 0; i < sealed.length; i++) {
      for (const other of ['A', 'B', '0', '.', '-']) {
        if (sealed[i] === other) continue;
        expect(() => vault.open(sealed.slice(0, i) + other + sealed.slice(i + 1), context)).toThrow(
          VaultError,
        );
      }
    }
  });

  it('refuses the parts of two secrets put together', () => {
    const [one = [], two = []] = [secret, 'another secret'].map((plain) =>
      vault.seal(plain, context).split('.'),
    );
    expect(reasonFor([...one.slice(0, 3), two[3]].join('.'))).toBe('rejected');
    expect(reasonFor([...two.slice(0, 3), one[3]].join('.'))).toBe('rejected');
  });

  it('refuses a key id exchanged for another of the ring, even if its key is the same', () => {
    const twins = vaultOf(`a:${keyOf(3)}`, `b:${keyOf(3)}`);
    const sealed = twins.seal(secret, context);
    expect(reasonFor(sealed.replace('v1.a.', 'v1.b.'), context, twins)).toBe('rejected');
  });

  it('refuses a key id that hides a part of the context', () => {
    const sealed = vault.seal(secret, 'x.y');
    expect(() => vault.open(sealed.replace('v1.k0.', 'v1.k0.x.'), 'y')).toThrow(VaultError);
  });

  it.each([
    ['nothing at all', ''],
    ['plaintext', secret],
    ['another version', 'v2.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'],
    ['a missing part', 'v1.k0.AAAAAAAAAAAAAAAA'],
    ['a part too many', 'v1.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.A'],
    ['an empty vector', 'v1.k0..AAAAAAAAAAAAAAAAAAAAAA'],
    ['a short vector', 'v1.k0.AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'],
    ['a long vector', 'v1.k0.AAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'],
    ['a short tag', 'v1.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA'],
    ['spare bits', 'v1.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAB'],
    ['padding', 'v1.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA=='],
    ['the other base64', 'v1.k0.AAAAAAAAAAAAAA+/.AAAAAAAAAAAAAAAAAAAAAA'],
    ['a line break at the end', 'v1.k0.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA\n'],
  ])('calls %s malformed', (_, sealed) => {
    expect(reasonFor(sealed)).toBe('malformed');
  });

  it('says nothing of the secret or the key when it refuses', () => {
    const sealed = vault.seal(secret, context);
    const altered = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`;
    const attempts: [string, string][] = [
      [sealed, 'another'],
      [altered, context],
      [sealed.replace('k0', 'k9'), context],
      [secret, context],
    ];
    for (const [text, under] of attempts) {
      const shown = inspect(
        refusalOf(() => vault.open(text, under)),
        { depth: 10, showHidden: true },
      );
      for (const hidden of [secret, keyOf(1), sealed.slice(-20)]) expect(shown).not.toContain(hidden);
    }
  });
});

describe('rotating keys', () => {
  it('seals with the first key and opens with every key of the ring', () => {
    const before = vaultOf(k0);
    const after = vaultOf(k1, k0);
    const old = before.seal(secret, context);
    expect(after.open(old, context)).toBe(secret);
    expect(after.seal(secret, context)).toMatch(/^v1\.k1\./);
    expect(after.open(after.seal(secret, context), context)).toBe(secret);
  });

  it('names the key that a ring lacks', () => {
    const refusal = refusalOf(() => vaultOf(k1).open(vault.seal(secret, context), context));
    expect(refusal.reason).toBe('unknown_key');
    expect(refusal.message).toBe('sealed with key k0, which is not in the key ring');
  });

  it('refuses what another key of the same id sealed', () => {
    expect(reasonFor(vaultOf(`k0:${keyOf(9)}`).seal(secret, context))).toBe('rejected');
  });

  it('knows what an older key sealed', () => {
    const after = vaultOf(k1, k0);
    expect(after.isStale(vault.seal(secret, context))).toBe(true);
    expect(after.isStale(after.seal(secret, context))).toBe(false);
    expect(refusalOf(() => after.isStale('x')).reason).toBe('malformed');
  });

  it('takes keys that come from elsewhere than a config value', () => {
    const own = createVault([{ id: 'own', secret: createSecretKey(Buffer.alloc(32, 4)) }]);
    expect(own.open(own.seal(secret, context), context)).toBe(secret);
  });
});
