import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Names that the project gave up for the terms of the field. `formerSecretUntil` is part of the API. */
const privateName =
  '^(told|tells?|untold|heard|mend|anew|former(?!SecretUntil)|verdict|news)(?![a-z])|(Told|Untold|Heard|Mend|Anew|Former|Verdict|News)(?![a-z])';

export default tseslint.config(
  {
    ignores: ['**/dist/', 'node_modules/', '.carillon/', 'coverage/', 'clients/sdk/src/schema.ts'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Nest's modules are classes with a decorator and nothing else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        {
          selector: `Identifier[name=/${privateName}/]`,
          message:
            'Use the term of the field: publish, notify, pending, event, received, fix, previous, outcome.',
        },
        {
          selector:
            'CallExpression[callee.name=/^(describe|it)$/] > Literal[value=/\\b(told|untold|heard|anew|mends?|news)\\b/]',
          message: 'Name the test in plain English.',
        },
      ],
      'no-console': 'error',
      // Mongoose includes the driver; a second one would be another set of classes for the same values.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'mongodb',
              allowImportNames: ['ObjectId'],
              allowTypeImports: true,
              message: "Take it from the `mongo` of 'mongoose'.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ['clients/console/**'],
    languageOptions: {
      parserOptions: { project: './clients/console/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['docs/.vitepress/**'],
    languageOptions: {
      parserOptions: { project: './docs/.vitepress/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['clients/console/public/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'script' },
  },
  {
    // A service's configuration is read in one place; code that starts processes passes the environment on.
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'dev/fake-providers/**/*.ts'],
    ignores: ['libs/platform/src/config.ts', '**/*.spec.ts', '**/test/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Declare the variable with defineConfig.' },
      ],
    },
  },
  {
    // Below the gateway nothing knows HTTP: errors are AppErrors.
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'dev/{testing,fake-providers,local-services,stack}/**/*.ts'],
    ignores: ['apps/gateway/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@nestjs/common'],
              importNamePattern: 'Exception$|^HttpStatus$|^HttpCode$',
              message: 'Throw an AppError.',
            },
          ],
        },
      ],
    },
  },
  {
    // It runs in browsers, too.
    files: ['clients/sdk/src/**/*.ts', 'libs/input/src/**/*.ts', 'libs/address/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'require', 'global', 'setImmediate', '__dirname'].map((name) => ({
          name,
          message: 'Browsers have no such global. Import it from its module of Node.',
        })),
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['dev/sandbox/pages/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'script' },
  },
  prettier,
);
