import { scenarios } from '../scenarios';
import { Rig } from '../rig/rig';
import { play } from './play';

/**
 * Plays what the parent process asks for, a scenario's name a message, and answers each with its result; 'ready' comes
 * first. It ends, with everything that it started, when the parent is gone.
 */
export async function serve(size: number): Promise<void> {
  const rig = await Rig.start();
  const answer = async (name: unknown): Promise<void> => {
    const scenario = scenarios.find((each) => each.name === name);
    if (scenario) process.send?.(await play(scenario, rig, size));
  };
  process.on('message', (name) => void answer(name));
  process.send?.('ready');
  await new Promise(() => undefined);
}
