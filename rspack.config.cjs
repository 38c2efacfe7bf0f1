/** What `nest build` cannot know: libraries are compiled in by their alias, source maps follow the bundle. */
module.exports = (options) => ({
  ...options,
  devtool: 'source-map',
  resolve: { ...options.resolve, tsConfig: { configFile: require.resolve('./tsconfig.json') } },
});
