/**
 * Folders form no cycles. Tests and the files that assemble a service are excluded, except for the tests in e2e, which are
 * the code of that folder.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?!e2e/).*([.](spec|integration)[.]ts$|/test/|[.]module[.]ts$|/main[.]ts$)' },
    includeOnly: '^(apps|libs|clients|tools|dev|e2e)/',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
