import { call } from '../../e2e/driver/api';
import type { Stage } from './stage';

/** Asks the API something, which must be answered so. */
export async function must(
  stage: Stage,
  wanted: number,
  method: string,
  path: string,
  body: unknown = {},
): Promise<void> {
  const { status } = await call(method, path, body, stage.sender.user.key);
  if (status !== wanted) throw new Error(`${method} ${path} answered ${status}, not ${wanted}`);
}
