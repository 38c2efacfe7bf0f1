import type { World } from '../world';

/** A variable of the environment; an empty one is none. */
export function variable({ env }: Pick<World, 'env'>, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}
