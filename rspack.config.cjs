const { programs } = require('./programs.cjs');
const { jsc } = require('./swc.config.cjs');

/**
 * `nest build` builds all programs in one run. This configuration bundles libraries by their aliases, adds source maps
 * for bundles, and includes pages as files. Settings such as class fields are the same as for tests.
 */
module.exports = (options, rspack) => ({
  ...options,
  entry: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, `./${source}`])),
  output: { ...options.output, filename: '[name].js', chunkFilename: 'chunks/[id].js' },
  devtool: 'source-map',
  resolve: { ...options.resolve, tsConfig: { configFile: require.resolve('./tsconfig.json') } },
  module: { ...options.module, rules: options.module.rules.map(asInTests) },
  plugins: [
    ...options.plugins,
    new rspack.CopyRspackPlugin({ patterns: [{ from: 'dev/sandbox/pages', to: 'dev/sandbox/pages' }] }),
  ],
});

function asInTests(rule) {
  if (!rule.use?.some(isSwc))
    throw new Error('nest build does not compile by swc any more: see rspack.config.cjs');
  const use = rule.use.map((loader) =>
    isSwc(loader) ? { ...loader, options: { ...loader.options, jsc } } : loader,
  );
  return { ...rule, use };
}

function isSwc({ loader }) {
  return loader === 'builtin:swc-loader';
}
