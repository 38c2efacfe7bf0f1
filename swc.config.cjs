/** The settings that compile TypeScript, both for tests and for the build, so that tests run the same code as production. */
exports.jsc = {
  target: 'es2023',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
};
