/** The layout, enforced: who may import whom. No exceptions are listed, and none should be. */
const below = { testing: '^libs/testing' };
/** Tests, and what only tests use. */
const specs = '\\.(spec|integration|e2e)\\.ts$|^(apps|libs|tools)/[^/]+/test/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-app-imports-another-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'features-import-one-another-by-their-index',
      severity: 'error',
      from: { path: '^apps/(account|campaign|dispatcher|subscriber)/src/([^/]+)/', pathNot: specs },
      to: { path: '^apps/$1/src/[^/]+/', pathNot: '^apps/$1/src/($2/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'a-service-imports-its-features-by-their-index',
      severity: 'error',
      from: { path: '^apps/(account|campaign|dispatcher|subscriber)/src/[^/]+$', pathNot: specs },
      to: { path: '^apps/$1/src/[^/]+/', pathNot: '^apps/$1/src/[^/]+/index\\.ts$' },
    },
    {
      name: 'features-of-the-gateway-import-one-another-by-their-index',
      severity: 'error',
      from: { path: '^apps/gateway/src/features/([^/]+)/', pathNot: specs },
      to: {
        path: '^apps/gateway/src/features/[^/]+/',
        pathNot: '^apps/gateway/src/features/($1/|[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'no-lib-imports-an-app-or-tool',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|tools)/' },
    },
    {
      name: 'a-client-knows-the-api-by-http-only',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(apps|libs|tools|bench|chaos|e2e)/' },
    },
    {
      name: 'nobody-imports-a-client',
      severity: 'error',
      from: { path: '^(apps|libs|tools|bench|chaos)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'nobody-imports-chaos',
      severity: 'error',
      from: { path: '^(apps|libs|tools|bench)/' },
      to: { path: '^chaos/' },
    },
    {
      name: 'checker-of-chaos-sees-evidence-only',
      severity: 'error',
      from: { path: '^chaos/checker/' },
      to: { pathNot: '^chaos/(checker|evidence/evidence|recorder/record)|^libs/contracts/' },
    },
    {
      name: 'contracts-import-no-lib',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^libs/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'messaging-imports-contracts-only',
      severity: 'error',
      from: { path: '^libs/messaging/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(messaging|contracts)/' },
    },
    {
      name: 'platform-imports-messaging-and-contracts-only',
      severity: 'error',
      from: { path: '^libs/platform/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(platform|messaging|contracts)/' },
    },
    {
      name: 'pure-libs-import-no-lib-but-contracts',
      severity: 'error',
      from: { path: '^libs/(address|content|input|vault)/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(address|content|input|vault|contracts)/' },
    },
    {
      name: 'twilio-imports-contracts-only',
      severity: 'error',
      from: { path: '^libs/twilio/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(twilio|contracts)/' },
    },
    {
      name: 'only-workers-load-the-client-of-twilio',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools)/',
        pathNot: `^(apps/[a-z]+-worker|libs/twilio/src/client)/|${specs}`,
      },
      to: { path: '^libs/twilio/src/client/|node_modules/twilio/(?!lib/webhooks/)' },
    },
    {
      name: 'what-twilio-says-is-known-without-its-client',
      severity: 'error',
      from: { path: '^libs/twilio/src/', pathNot: `^libs/twilio/src/client/|${specs}` },
      to: { path: '^libs/twilio/src/client/|node_modules/twilio/(?!lib/webhooks/)' },
    },
    {
      name: 'only-workers-use-channel',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|chaos)/',
        pathNot: '^(apps/[a-z]+-worker|libs/channel)/',
      },
      to: { path: '^libs/channel/' },
    },
    {
      name: 'testing-lib-only-in-tests',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/', pathNot: `${below.testing}|${specs}` },
      to: { path: below.testing },
    },
    {
      name: 'fake-providers-only-for-the-sandbox-and-tests',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools)/',
        pathNot: `^(libs/(fake-providers|testing)|tools/sandbox)/|${specs}`,
      },
      to: { path: '^libs/fake-providers/' },
    },
    {
      name: 'fake-providers-share-nothing-with-services',
      severity: 'error',
      from: { path: '^libs/fake-providers/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/fake-providers/' },
    },
    {
      name: 'local-services-only-for-the-launcher-and-tests',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/', pathNot: '^(libs/(local-services|testing)|tools/launcher)/' },
      to: { path: '^libs/local-services' },
    },
    {
      name: 'local-services-import-no-lib',
      severity: 'error',
      from: { path: '^libs/local-services/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/local-services/' },
    },
    {
      name: 'only-messaging-knows-amqp',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/', pathNot: '^libs/messaging/' },
      to: { path: 'node_modules/amqp(lib|-connection-manager)' },
    },
    {
      name: 'only-owners-know-the-database',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools)/',
        pathNot:
          '^(apps/(account|campaign|subscriber|dispatcher|gateway)|libs/(platform|local-services|testing))/',
      },
      to: { path: 'node_modules/(mongodb|mongoose|@nestjs/mongoose)/' },
    },
    {
      name: 'only-gateway-knows-http-of-nest',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^(apps/gateway|libs/fake-providers)/' },
      to: {
        path: 'node_modules/(@nestjs/(platform-fastify|swagger)|fastify|class-validator|class-transformer)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['require', 'import', 'node', 'default', 'types'] },
  },
};
