const { programs } = require('./programs.cjs');
const { jsc } = require('./swc.config.cjs');

/**
 * `nest build` builds all programs in one run. This configuration bundles libraries by their aliases, adds source maps
 * for bundles, and includes pages as files. Settings such as class fields are the same as for tests.
 *
 * V8 keeps the text of a program in memory, twice as large if a character of it is not Latin. Node keeps the source map
 * once a stack was read, at a hundred bytes or more for each mapping. So comments stay out of the programs, all their
 * characters are ASCII, and source maps have the lines only.
 */
const small = { output: { charset: 'ascii' }, minify: { format: { comments: false, asciiOnly: true } } };

module.exports = (options, rspack) => ({
  ...options,
  entry: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, `./${source}`])),
  output: { ...options.output, filename: '[name].js', chunkFilename: 'chunks/[id].js' },
  devtool: 'nosources-cheap-module-source-map',
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
    isSwc(loader) ? { ...loader, options: { ...loader.options, jsc: { ...jsc, ...small } } } : loader,
  );
  return { ...rule, use };
}

function isSwc({ loader }) {
  return loader === 'builtin:swc-loader';
}
