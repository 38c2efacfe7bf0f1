/** The expected result of a provider, by situation. */
export interface ProviderAnswer {
  kind: string;
  reason?: string;
  permanent?: boolean;
}

/** A provider that is connected to a server with one behavior. */
export interface ProviderUnderTest {
  send(timeoutMs: number): Promise<ProviderAnswer>;
  /** Aborts the sends in flight. */
  breakOff(): Promise<void>;
  /** Returns the number of messages that the server has accepted. */
  taken(): number;
  end(): Promise<void>;
}

const situations = {
  takes: { kind: 'sent' },
  'refuses the recipient for good': { kind: 'failed', permanent: true },
  'refuses the recipient for now': { kind: 'failed', permanent: false },
  throttles: { kind: 'throttled' },
  'refuses the login': { kind: 'providerDown' },
  'cannot be reached': { kind: 'providerDown' },
  'hangs up when it has the message': { kind: 'unknown' },
} as const;

type Situation =
  | keyof typeof situations
  | 'hangs up before the message'
  | 'keeps silent before the message'
  | 'keeps silent after the message';
/** APIs that deliver later may have no refusal for now. */
type Unusual = 'refuses the recipient for now';
type Start = () => Promise<ProviderUnderTest>;
export type Providers = Record<Exclude<Situation, Unusual>, Start> & Partial<Record<Unusual, Start>>;

const TIMEOUT_MS = 6_000;

/** The requirements for every channel's provider. Each channel runs them against its own kind of server. */
export function describeProvider(name: string, providers: Providers): void {
  describe(`${name} as a provider`, () => {
    let provider: ProviderUnderTest | undefined;
    afterEach(async () => {
      await provider?.end();
      provider = undefined;
    });
    const before = async (situation: Situation): Promise<ProviderUnderTest> => {
      const start = providers[situation];
      if (!start) throw new Error(`There is no provider that ${situation}`);
      return (provider = await start());
    };

    const inTime = async (under: ProviderUnderTest): Promise<ProviderAnswer> => {
      const from = performance.now();
      const result = await under.send(TIMEOUT_MS);
      expect(performance.now() - from).toBeLessThan(10 * TIMEOUT_MS);
      return result;
    };

    const known = Object.entries(situations) as [keyof typeof situations, ProviderAnswer][];
    it.each(known.filter(([situation]) => providers[situation]))(
      'reports the result when the server %s',
      async (situation, expected) => {
        const result = await (await before(situation)).send(60_000);
        expect(result).toMatchObject(expected);
        if (result.kind !== 'sent') expect(result.reason).toMatch(/^[A-Z][A-Z_]+$/);
      },
    );

    it.each(['hangs up', 'keeps silent'] as const)(
      'leaves no doubt, and no endless send, when the server %s before the message',
      async (situation) => {
        const result = await inTime(await before(`${situation} before the message`));
        expect(['failed', 'providerDown']).toContain(result.kind);
        expect(result).not.toMatchObject({ permanent: true });
      },
    );

    it('leaves a doubt, and no endless send, when the server keeps silent after the message', async () => {
      const result = await inTime(await before('keeps silent after the message'));
      expect(result).toMatchObject({ kind: 'unknown' });
    });

    it('returns a result for every aborted send', async () => {
      const under = await before('keeps silent after the message');
      const sending = Promise.all([under.send(60_000), under.send(60_000)]);
      while (under.taken() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      await under.breakOff();
      expect((await sending).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    });

    it('sends many messages at once', async () => {
      const under = await before('takes');
      const results = await Promise.all(Array.from({ length: 50 }, () => under.send(60_000)));
      expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
      expect(under.taken()).toBe(50);
    });
  });
}
