import { createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import { parseKeyRing } from './key-ring';
import { parsePublicKey, publicKeyOf } from './public-key';
import { createSealer, createVault, VaultError, type VaultErrorReason } from './vault';

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
    'returns a text that opens as the same secret (case %#)',
    (plaintext) => {
      expect(vault.open(vault.seal(plaintext, context), context)).toBe(plaintext);
    },
  );

  it('returns a text of four parts with the version and the key', () => {
    expect(vault.seal(secret, context)).toMatch(/^v2\.k0\.[\w-]{43}\.[\w-]+$/);
  });

  it('never uses an ephemeral key twice', () => {
    const keys = Array.from({ length: 1_000 }, () => vault.seal(secret, context).split('.')[2]);
    expect(new Set(keys).size).toBe(1_000);
  });

  it('opens secrets that another program sealed according to the same standards', () => {
    const sealed =
      'v2.k0.UKYUCbHd0DJemxa3AOcZ6XcsBwALG9d4bpB8ZT0gSV0.BLKJf6xRIjmTgXENly1pLw6RMVTHd-9BIx5x_-_T40YWkH-oYpLkfi74kvM';
    expect(vault.open(sealed, context)).toBe(secret);
  });
});

describe('sealing by the public key', () => {
  const publicKey = publicKeyOf(parseKeyRing(k0));
  const sealer = createSealer(parsePublicKey(publicKey));

  it('uses the public key derived from the ring', () => {
    expect(publicKey).toBe('k0:pOCSkrZRwni5dyxWn1+puxPZBrRqtoyd+dwrRAn4ogk=');
    expect(vault.open(sealer.seal(secret, context), context)).toBe(secret);
  });

  it('cannot open secrets, and holds no private key', () => {
    expect(Object.keys(sealer)).toEqual(['seal']);
    const taken = createVault(parseKeyRing(publicKey));
    expect(reasonFor(sealer.seal(secret, context), context, taken)).toBe('rejected');
  });

  it('uses the first key of the ring', () => {
    const rotated = publicKeyOf(parseKeyRing(`${k1},${k0}`));
    const sealed = createSealer(parsePublicKey(rotated)).seal(secret, context);
    expect(vaultOf(k1, k0).open(sealed, context)).toBe(secret);
    expect(reasonFor(sealed)).toBe('unknown_key');
  });

  it('is rejected by another key with the same ID', () => {
    const other = createSealer(parsePublicKey(publicKeyOf(parseKeyRing(`k0:${keyOf(9)}`))));
    expect(reasonFor(other.seal(secret, context))).toBe('rejected');
  });
});

describe('opening a secret', () => {
  it.each(['', 'integration:65f000000000000000000002:password', `${context} `, context.toUpperCase()])(
    'refuses it under another context: %j',
    (other) => {
      expect(reasonFor(vault.seal(secret, context), other)).toBe('rejected');
    },
  );

  it('refuses it when any single character was changed', () => {
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

  it('refuses combined parts of two secrets', () => {
    const [one = [], two = []] = [secret, 'another secret'].map((plain) =>
      vault.seal(plain, context).split('.'),
    );
    expect(reasonFor([...one.slice(0, 3), two[3]].join('.'))).toBe('rejected');
    expect(reasonFor([...two.slice(0, 3), one[3]].join('.'))).toBe('rejected');
  });

  it('refuses another key ID of the ring, even for the same key', () => {
    const twins = vaultOf(`a:${keyOf(3)}`, `b:${keyOf(3)}`);
    const sealed = twins.seal(secret, context);
    expect(reasonFor(sealed.replace('v2.a.', 'v2.b.'), context, twins)).toBe('rejected');
  });

  it('refuses a key ID that hides a part of the context', () => {
    const sealed = vault.seal(secret, 'x.y');
    expect(() => vault.open(sealed.replace('v2.k0.', 'v2.k0.x.'), 'y')).toThrow(VaultError);
  });

  const ephemeral = 'A'.repeat(43);
  it.each([
    ['nothing at all', ''],
    ['plaintext', secret],
    ['another version', `v1.k0.${ephemeral}.AAAAAAAAAAAAAAAAAAAAAA`],
    ['a missing part', `v2.k0.${ephemeral}`],
    ['a part too many', `v2.k0.${ephemeral}.AAAAAAAAAAAAAAAAAAAAAA.A`],
    ['no ephemeral key', 'v2.k0..AAAAAAAAAAAAAAAAAAAAAA'],
    ['a short ephemeral key', `v2.k0.${ephemeral.slice(4)}.AAAAAAAAAAAAAAAAAAAAAA`],
    ['a long ephemeral key', `v2.k0.${ephemeral}A.AAAAAAAAAAAAAAAAAAAAAA`],
    ['a short tag', `v2.k0.${ephemeral}.AAAAAAAAAAAAAAAA`],
    ['spare bits', `v2.k0.${ephemeral}.AAAAAAAAAAAAAAAAAAAAAB`],
    ['spare bits in the ephemeral key', `v2.k0.${ephemeral.slice(0, -1)}B.AAAAAAAAAAAAAAAAAAAAAA`],
    ['padding', `v2.k0.${ephemeral}.AAAAAAAAAAAAAAAAAAAAAA==`],
    ['the other base64', `v2.k0.+/${ephemeral.slice(2)}.AAAAAAAAAAAAAAAAAAAAAA`],
    ['a line break at the end', `v2.k0.${ephemeral}.AAAAAAAAAAAAAAAAAAAAAA\n`],
  ])('calls %s malformed', (_, sealed) => {
    expect(reasonFor(sealed)).toBe('malformed');
  });

  it.each([
    ['all zeros', Buffer.alloc(32)],
    ['one', Buffer.alloc(32, Buffer.of(1, ...Buffer.alloc(31)))],
  ])('rejects an ephemeral key of small order, which shares a secret with everybody: %s', (_, bytes) => {
    const parts = vault.seal(secret, context).split('.');
    parts[2] = bytes.toString('base64url');
    expect(reasonFor(parts.join('.'))).toBe('rejected');
  });

  it('rejects an ephemeral key with the bit that X25519 ignores', () => {
    const parts = vault.seal(secret, context).split('.');
    const bytes = Buffer.from(parts[2] ?? '', 'base64url');
    bytes[31] = (bytes[31] ?? 0) ^ 0x80;
    parts[2] = bytes.toString('base64url');
    expect(reasonFor(parts.join('.'))).toBe('rejected');
  });

  it('does not reveal the secret or the key when it refuses', () => {
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
    expect(after.seal(secret, context)).toMatch(/^v2\.k1\./);
    expect(after.open(after.seal(secret, context), context)).toBe(secret);
  });

  it('reports the key that a ring lacks', () => {
    const refusal = refusalOf(() => vaultOf(k1).open(vault.seal(secret, context), context));
    expect(refusal.reason).toBe('unknown_key');
    expect(refusal.message).toBe('encrypted with key k0, which is not in the key ring');
  });

  it('refuses a secret of another key with the same ID', () => {
    expect(reasonFor(vaultOf(`k0:${keyOf(9)}`).seal(secret, context))).toBe('rejected');
  });

  it('detects that a secret was sealed with an older key', () => {
    const after = vaultOf(k1, k0);
    expect(after.isStale(vault.seal(secret, context))).toBe(true);
    expect(after.isStale(after.seal(secret, context))).toBe(false);
    expect(refusalOf(() => after.isStale('x')).reason).toBe('malformed');
  });

  it('accepts keys that do not come from a config value', () => {
    const own = createVault([{ id: 'own', secret: createSecretKey(Buffer.alloc(32, 4)) }]);
    expect(own.open(own.seal(secret, context), context)).toBe(secret);
  });
});
