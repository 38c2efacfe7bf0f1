import { Runner } from '../run/runner';
import { scenarios } from '../scenarios';

jest.setTimeout(300_000);

describe('a running campaign keeps every promise, with', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.start();
  });
  afterAll(() => runner.stop());

  it.each(scenarios.filter(({ short }) => short === true).map(({ name }) => name))('%s', async (name) => {
    expect((await runner.play(name)).violations).toEqual([]);
  });
});
