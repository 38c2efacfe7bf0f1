/** How TypeScript becomes JavaScript, in tests and in what is built alike: the tested code is the code that runs. */
exports.jsc = {
  target: 'es2023',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
};
