import { Player } from '../run/player';
import { scenarios } from '../scenarios';

jest.setTimeout(300_000);

describe('a running campaign keeps every promise, with', () => {
  let player: Player;

  beforeAll(async () => {
    player = await Player.start();
  });
  afterAll(() => player.stop());

  it.each(scenarios.filter(({ short }) => short === true).map(({ name }) => name))('%s', async (name) => {
    expect((await player.play(name)).violations).toEqual([]);
  });
});
