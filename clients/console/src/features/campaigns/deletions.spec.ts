import { Deletions } from './deletions';

/** A client that records what it deletes. */
class FakeClient {
  readonly deleted: string[][] = [];
  fails = false;

  delete = (_path: string, { body }: { body: { campaignIds: string[] } }): Promise<never> => {
    if (this.fails) return Promise.reject(new Error('No'));
    this.deleted.push(body.campaignIds);
    return Promise.resolve(undefined as never);
  };
}

describe('deletions of campaigns', () => {
  const open = () => ({ deletions: new Deletions(), client: new FakeClient() });
  const hiddenIn = (deletions: Deletions) => [...deletions.get()];

  it('hide the campaigns at once, and delete them later, a thousand at a time', async () => {
    const { deletions, client } = open();
    const ids = Array.from({ length: 1_001 }, (_, n) => `${n}`);
    let changes = 0;
    deletions.subscribe(() => (changes += 1));
    const deletion = deletions.begin(client as never, ids, 0);
    expect([hiddenIn(deletions).length, changes, client.deleted.length]).toEqual([1_001, 1, 0]);
    expect(await deletion.ended).toBe('deleted');
    expect(client.deleted.map((some) => some.length)).toEqual([1_000, 1]);
    expect(hiddenIn(deletions)).toHaveLength(1_001);
  });

  it('show the campaigns again if they are undone', async () => {
    const { deletions, client } = open();
    const deletion = deletions.begin(client as never, ['a'], 60_000);
    const other = deletions.begin(client as never, ['b'], 60_000);
    deletion.undo();
    expect(await deletion.ended).toBe('undone');
    expect(hiddenIn(deletions)).toEqual(['b']);
    deletions.flush();
    expect(await other.ended).toBe('deleted');
    expect(client.deleted).toEqual([['b']]);
  });

  it('show the campaigns again if they fail', async () => {
    const { deletions, client } = open();
    client.fails = true;
    const deletion = deletions.begin(client as never, ['a'], 60_000);
    deletions.flush();
    await expect(deletion.ended).rejects.toThrow('No');
    expect(hiddenIn(deletions)).toEqual([]);
  });
});
