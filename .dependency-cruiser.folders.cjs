/** Folders of a service form no cycles. Tests and the files that put a service together are left out. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-folders-of-a-service',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](spec|integration|e2e)[.]ts$|/test/|[.]module[.]ts$|/main[.]ts$' },
    includeOnly: '^apps/',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
