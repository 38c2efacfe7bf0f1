import { PackageUnavailable } from '../../../dev/local-services/src/index';

/** Why there are no programs for the tests of this run, and whether they fail for it; set by the global set-up. */
const REASON = 'TEST_CHART_REASON';
const REQUIRED = 'TEST_CHART_REQUIRED';

export function reportMissing(error: unknown): void {
  process.env[REASON] = error instanceof Error ? error.message : String(error);
  if (process.env.CI && !(error instanceof PackageUnavailable)) process.env[REQUIRED] = 'true';
}

/**
 * Like Jest's `describe`, for tests with Helm and kubeconform. Where they cannot be had, the tests are skipped, with a line that
 * says why; with CI set they fail, unless there is no Go.
 */
export function describeWithHelm(name: string, tests: () => void): void {
  const { [REASON]: reason, [REQUIRED]: required } = process.env;
  if (reason === undefined) describe(name, tests);
  else if (required !== undefined)
    describe(name, () => it('have Helm and kubeconform', () => expect(reason).toBeUndefined()));
  else {
    process.stderr.write(`${name}: skipped, ${reason}\n`);
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}
