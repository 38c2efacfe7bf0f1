const { jsc } = require('./swc.config.cjs');

/**
 * What `nest build` cannot know: libraries are compiled in by their alias, source maps follow the bundle. What it would
 * compile in another way than tests do, a class's fields among it, it does in theirs.
 */
module.exports = (options) => ({
  ...options,
  devtool: 'source-map',
  resolve: { ...options.resolve, tsConfig: { configFile: require.resolve('./tsconfig.json') } },
  module: { ...options.module, rules: options.module.rules.map(asInTests) },
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
