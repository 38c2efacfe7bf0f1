/** What a provider is expected to say, by what becomes of a message. */
interface Result {
  kind: string;
  reason?: string;
  permanent?: boolean;
}

/** A provider that stands before a server which behaves in one way. */
export interface ProviderUnderTest {
  send(timeoutMs: number): Promise<Result>;
  /** Breaks off what is being sent. */
  breakOff(): Promise<void>;
  /** How many messages the server has taken. */
  taken(): number;
  end(): Promise<void>;
}

const situations = {
  takes: { kind: 'sent' },
  'refuses the recipient for good': { kind: 'failed', permanent: true },
  'refuses the recipient for now': { kind: 'failed', permanent: false },
  'asks for patience': { kind: 'throttled' },
  'refuses the login': { kind: 'providerDown' },
  'cannot be reached': { kind: 'providerDown' },
  'hangs up before it has the message': { kind: 'failed', permanent: false },
  'hangs up when it has the message': { kind: 'unknown' },
} as const;

export type Situation =
  keyof typeof situations | 'keeps silent before the message' | 'keeps silent after the message';
export type Providers = Record<Situation, () => Promise<ProviderUnderTest>>;

const TIMEOUT_MS = 300;

/** What every channel's provider has to keep to; each runs it against a server of its own kind. */
export function describeProvider(name: string, providers: Providers): void {
  describe(`${name} as a provider`, () => {
    let provider: ProviderUnderTest | undefined;
    afterEach(async () => {
      await provider?.end();
      provider = undefined;
    });
    const before = async (situation: Situation): Promise<ProviderUnderTest> => {
      provider = await providers[situation]();
      return provider;
    };

    it.each(Object.entries(situations) as [keyof typeof situations, Result][])(
      'says what happened when the server %s',
      async (situation, expected) => {
        const result = await (await before(situation)).send(10_000);
        expect(result).toMatchObject(expected);
        if (result.kind !== 'sent') expect(result.reason).toMatch(/^[A-Z][A-Z_]+$/);
      },
    );

    it.each([
      ['no doubt', 'keeps silent before the message', { kind: 'failed', permanent: false }],
      ['a doubt', 'keeps silent after the message', { kind: 'unknown' }],
    ] as const)(
      'leaves %s, and no send without an end, when the server %s',
      async (_, situation, expected) => {
        const under = await before(situation);
        const from = performance.now();
        expect(await under.send(TIMEOUT_MS)).toMatchObject(expected);
        expect(performance.now() - from).toBeLessThan(10 * TIMEOUT_MS);
      },
    );

    it('answers for every send that is broken off', async () => {
      const under = await before('keeps silent after the message');
      const sending = Promise.all([under.send(60_000), under.send(60_000)]);
      while (under.taken() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      await under.breakOff();
      expect((await sending).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    });

    it('sends many at once', async () => {
      const under = await before('takes');
      const results = await Promise.all(Array.from({ length: 50 }, () => under.send(10_000)));
      expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
      expect(under.taken()).toBe(50);
    });
  });
}
