/** Why there are no programs for the tests of this run; set by the global set-up. */
const REASON = 'TEST_CHART_REASON';

export function reportMissing(error: unknown): void {
  process.env[REASON] = error instanceof Error ? error.message : String(error);
}

/**
 * Like Jest's `describe`, for tests with Helm and kubeconform. Where they cannot be had, the tests are skipped, with a line that
 * says why; with CI set they fail.
 */
export function describeWithHelm(name: string, tests: () => void): void {
  const { [REASON]: reason, CI } = process.env;
  if (reason === undefined) describe(name, tests);
  else if (CI) describe(name, () => it('have Helm and kubeconform', () => expect(reason).toBeUndefined()));
  else {
    process.stderr.write(`${name}: skipped, ${reason}\n`);
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}
