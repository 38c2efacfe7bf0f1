const { jsc } = require('./swc.config.cjs');
const { compilerOptions } = require('./tsconfig.json');

/** The aliases of tsconfig.json, in Jest's form. */
const aliases = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, files]) => [
    `^${alias.replace('*', '([^/]+)')}$`,
    files.map((file) => file.replace('./', '<rootDir>/').replace('*', '$1')),
  ]),
);

/**
 * One project per kind of test. `unit` needs nothing; `integration` needs a broker and a database; `e2e`,
 * `description`, and `chaos` need the whole stack, from the build; `chart` needs Helm and kubeconform; `containers`
 * needs a Docker engine.
 */
const swcWith = (more) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: { ...jsc, ...more },
  },
];
const swc = swcWith({});
/** Tests render no components, but modules that they test can import some. */
const swcOfComponents = swcWith({
  parser: { ...jsc.parser, tsx: true },
  transform: { ...jsc.transform, react: { runtime: 'automatic' } },
});

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': swc, '^.+\\.tsx$': swcOfComponents },
  moduleNameMapper: aliases,
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.carillon/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.carillon/'],
  setupFiles: ['reflect-metadata'],
  ...more,
});

const inCode = (ending) =>
  ['apps', 'libs', 'clients', 'tools', 'dev', 'e2e'].map((place) => `<rootDir>/${place}/**/*${ending}`);

module.exports = {
  workerIdleMemoryLimit: '768MB',
  // Uses all cores, unlike Jest's default, because most tests wait for a broker or a database.
  maxWorkers: '100%',
  // The limit does not test speed. A test that waits for a condition must not fail on a busy machine.
  testTimeout: 120_000,
  projects: [
    project('unit', inCode('.spec.ts')),
    project('integration', inCode('.integration.ts'), {
      globalSetup: '<rootDir>/dev/testing/src/global-setup.ts',
      globalTeardown: '<rootDir>/dev/testing/src/global-teardown.ts',
    }),
    project('e2e', ['<rootDir>/e2e/**/*.e2e.ts'], {
      globalSetup: '<rootDir>/e2e/global-setup.ts',
      globalTeardown: '<rootDir>/e2e/global-teardown.ts',
    }),
    // Separate, because its requests change all data.
    project('description', ['<rootDir>/e2e/description/*.live.ts'], {
      globalSetup: '<rootDir>/e2e/global-setup.ts',
      globalTeardown: '<rootDir>/e2e/global-teardown.ts',
    }),
    project('chart', ['<rootDir>/deploy/helm/test/*.chart.ts'], {
      globalSetup: '<rootDir>/deploy/helm/test/global-setup.ts',
    }),
    project('containers', ['<rootDir>/deploy/containers/test/*.containers.ts'], {
      globalSetup: '<rootDir>/deploy/containers/test/global-setup.ts',
      globalTeardown: '<rootDir>/deploy/containers/test/global-teardown.ts',
    }),
    project('chaos', ['<rootDir>/dev/chaos/test/*.chaos.ts']),
  ],
};
