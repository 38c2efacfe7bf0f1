/**
 * Folders form no cycles. Tests and the files that put a service together are left out, except for the tests of e2e, which are
 * its code.
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
