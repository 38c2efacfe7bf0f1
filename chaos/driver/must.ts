import { call } from '../../e2e/driver/api';
import type { Fixture } from './fixture';

/** Asks the API something, which must be answered so. */
export async function must(
  fixture: Fixture,
  wanted: number,
  method: string,
  path: string,
  body: unknown = {},
): Promise<void> {
  const { status } = await call(method, path, body, fixture.sender.user.key);
  if (status !== wanted) throw new Error(`${method} ${path} answered ${status}, not ${wanted}`);
}
