/** The rules of the layout: which folders may import which. There are no exceptions. Do not add any. */
/** Code that tests, the sandbox, and the launcher share. */
const shared = 'dev/(testing|fake-providers|local-services|stack)';
/** Tests, and code that only tests use. */
const specs = '\\.(spec|integration|e2e)\\.ts$|^(apps|libs|tools|dev)/[^/]+/test/';

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
      from: {
        path: '^(apps/(?:account|campaign|dispatcher|subscriber|webhook-worker)/src|apps/gateway/src/features)/([^/]+)/',
        pathNot: specs,
      },
      to: { path: '^$1/[^/]+/', pathNot: '^$1/($2/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'a-service-imports-its-features-by-their-index',
      severity: 'error',
      from: {
        path: '^apps/(account|campaign|dispatcher|subscriber|webhook-worker)/src/[^/]+$',
        // The program of a thread loads only the code that it runs.
        pathNot: [specs, '-thread\\.ts$'],
      },
      to: { path: '^apps/$1/src/[^/]+/', pathNot: '^apps/$1/src/[^/]+/index\\.ts$' },
    },
    {
      name: 'features-of-the-console-import-one-another-by-their-index',
      severity: 'error',
      from: { path: '^clients/console/src/features/([^/]+)/' },
      to: {
        path: '^clients/console/src/features/',
        pathNot: '^clients/console/src/features/($1/|[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'features-of-the-console-know-the-session-only-of-the-app',
      severity: 'error',
      from: { path: '^clients/console/src/features/' },
      to: { path: '^clients/console/src/app/', pathNot: '^clients/console/src/app/session/' },
    },
    {
      name: 'shared-parts-of-the-console-know-no-feature',
      severity: 'error',
      from: { path: '^clients/console/src/(ui|texts|app/session)/' },
      to: { path: '^clients/console/src/(features|app/(?!session/))' },
    },
    {
      name: 'the-app-of-the-console-imports-pages-and-indexes-of-features',
      severity: 'error',
      from: { path: '^clients/console/src/app/' },
      to: {
        path: '^clients/console/src/features/',
        pathNot: '^clients/console/src/features/[^/]+/(pages/|index\\.ts$)',
      },
    },
    {
      name: 'no-lib-imports-an-app-or-tool',
      severity: 'error',
      from: { path: `^(libs|${shared})/` },
      to: { path: '^(apps|tools)/' },
    },
    {
      name: 'only-tests-use-what-is-for-developers',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/', pathNot: specs },
      to: { path: '^dev/' },
    },
    {
      name: 'a-client-knows-the-api-by-http-and-reads-files-as-it-does',
      severity: 'error',
      // The texts cover every reason, the visual editor has the look of sent emails, and files have the limits of the API.
      // Their specs compare them with the contracts.
      from: {
        path: '^clients/',
        pathNot:
          '^clients/console/(vite\\.config\\.mts|src/(features/reports/texts|features/email-editor/design/look|features/campaigns/components/messages/media-limits)\\.spec\\.ts)$',
      },
      to: {
        path: '^(apps|libs|tools|dev|e2e)/',
        pathNot: '^libs/input/src/((people-file|fold)/)?index\\.ts$',
      },
    },
    {
      name: 'the-command-line-loads-the-reader-of-files-on-demand',
      comment: 'It loads libraries that take longer to start than most commands run.',
      severity: 'error',
      from: { path: '^clients/cli/src/' },
      to: { path: '^clients/cli/src/commands/people-file\\.ts$', dynamic: false },
    },
    {
      name: 'clients-import-the-sdk-by-its-index',
      severity: 'error',
      from: { path: '^clients/', pathNot: '^clients/sdk/src/' },
      to: { path: '^clients/sdk/src/', pathNot: '^clients/sdk/src/index\\.ts$' },
    },
    {
      name: 'the-sdk-runs-in-browsers-too',
      severity: 'error',
      from: { path: '^clients/sdk/src/' },
      to: { pathNot: '^clients/sdk/src/|node_modules/(openapi-fetch|eventsource-parser)/' },
    },
    {
      name: 'clients-are-not-imported',
      severity: 'error',
      from: { path: '^(apps|libs|tools|dev)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'end-to-end-tests-are-not-imported',
      severity: 'error',
      from: { path: '^(apps|libs|clients|tools|dev)/' },
      to: { path: '^e2e/' },
    },
    {
      name: 'chaos-is-not-imported',
      severity: 'error',
      from: { path: '^(apps|libs|clients|tools|dev|e2e)/', pathNot: '^dev/chaos/' },
      to: { path: '^dev/chaos/' },
    },
    {
      name: 'checker-of-chaos-sees-evidence-only',
      severity: 'error',
      from: { path: '^dev/chaos/checker/' },
      to: { pathNot: '^dev/chaos/(checker|evidence/evidence|recorder/record)|^libs/contracts/' },
    },
    {
      name: 'contracts-import-no-lib',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs|dev)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'contracts-make-no-secrets',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: specs },
      to: { path: '^(node:)?(crypto|zlib)$' },
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
      name: 'mongo-imports-platform-messaging-and-contracts-only',
      severity: 'error',
      from: { path: '^libs/mongo/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(mongo|platform|messaging|contracts)/' },
    },
    {
      name: 'quotas-import-what-is-below-services-only',
      severity: 'error',
      from: { path: '^libs/quotas/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(quotas|mongo|platform|messaging|contracts)/' },
    },
    {
      name: 'only-owners-of-data-have-quotas',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: `^(apps/(campaign|subscriber|gateway)|libs/quotas)/|${specs}`,
      },
      to: { path: '^libs/quotas/' },
    },
    {
      name: 'pure-libs-import-no-lib-but-contracts',
      severity: 'error',
      from: {
        path: '^libs/(address|content|content-checks|dkim|feedback|http-client|input|smtp|vault)/',
        pathNot: specs,
      },
      to: {
        path: '^libs/',
        pathNot:
          '^libs/(address|content|content-checks|dkim|feedback|http-client|input|smtp|vault|contracts)/',
      },
    },
    {
      name: 'phone-apis-imports-contracts-and-the-http-client-only',
      severity: 'error',
      from: { path: '^libs/phone-apis/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(phone-apis|contracts|http-client)/' },
    },
    {
      name: 'only-workers-load-the-client-of-phone-apis',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: `^(apps/[a-z]+-worker|libs/phone-apis/src/client)/|${specs}`,
      },
      to: { path: '^libs/phone-apis/src/client/' },
    },
    {
      name: 'twilio-imports-contracts-and-the-http-client-only',
      severity: 'error',
      from: { path: '^libs/twilio/', pathNot: specs },
      to: { path: '^libs/', pathNot: '^libs/(twilio|contracts|http-client)/' },
    },
    {
      name: 'only-workers-load-the-client-of-twilio',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: `^(apps/[a-z]+-worker|libs/twilio/src/client)/|${specs}`,
      },
      to: { path: '^libs/twilio/src/client/|node_modules/twilio/(?!lib/webhooks/)' },
    },
    {
      name: 'codes-of-twilio-need-no-client',
      severity: 'error',
      from: { path: '^libs/twilio/src/', pathNot: `^libs/twilio/src/client/|${specs}` },
      to: { path: '^libs/twilio/src/client/|node_modules/twilio/(?!lib/webhooks/)' },
    },
    {
      name: 'only-workers-use-channel',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot:
          '^(apps/[a-z]+-worker|libs/(channel|http-sender|mail-apis)|tools/one-process|dev/chaos/worker|dev/bench/apis)/',
      },
      to: { path: '^libs/channel/' },
    },
    {
      name: 'testing-lib-only-in-tests',
      severity: 'error',
      from: { path: '^(apps|libs|tools|dev)/', pathNot: `^dev/(testing|bench|chaos)/|${specs}` },
      to: { path: '^dev/testing/' },
    },
    {
      name: 'fake-providers-only-for-the-sandbox-and-tests',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: `^dev/(fake-providers|testing|sandbox|chaos|bench/apis)/|${specs}`,
      },
      to: { path: '^dev/fake-providers/' },
    },
    {
      name: 'fake-providers-share-nothing-with-services',
      severity: 'error',
      from: { path: '^dev/fake-providers/', pathNot: specs },
      to: { path: '^(libs|dev)/', pathNot: '^dev/fake-providers/' },
    },
    {
      name: 'local-services-only-for-the-launcher-and-tests',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: '^dev/(local-services|stack|testing|launcher|bench|chaos)/',
      },
      to: { path: '^dev/local-services/' },
    },
    {
      name: 'stack-only-for-the-launcher-and-what-runs-a-whole-stack',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot: `^dev/(stack|launcher|driver|bench|chaos)/|${specs}`,
      },
      to: { path: '^dev/stack/' },
    },
    {
      name: 'stack-imports-local-services-contracts-and-vault-only',
      severity: 'error',
      from: { path: '^dev/stack/', pathNot: specs },
      to: { path: '^(libs|dev)/', pathNot: '^(dev/(stack|local-services)|libs/(contracts|vault))/' },
    },
    {
      name: 'local-services-import-no-lib',
      severity: 'error',
      from: { path: '^dev/local-services/', pathNot: specs },
      to: { path: '^(libs|dev)/', pathNot: '^dev/local-services/' },
    },
    {
      name: 'only-messaging-knows-amqp',
      severity: 'error',
      from: { path: '^(apps|libs|tools|dev)/', pathNot: '^(libs/messaging|dev/(chaos|bench))/' },
      to: { path: 'node_modules/amqp(lib|-connection-manager)' },
    },
    {
      name: 'only-owners-know-the-database',
      severity: 'error',
      from: {
        path: '^(apps|libs|tools|dev)/',
        pathNot:
          '^(apps/(account|campaign|subscriber|dispatcher|gateway|webhook-worker)|libs/(mongo|quotas|webhooks)|tools/backup|dev/(local-services|testing|bench|chaos))/',
      },
      to: { path: 'node_modules/(mongodb|mongoose|@nestjs/mongoose)/' },
    },
    {
      name: 'only-gateway-knows-http-of-nest',
      severity: 'error',
      from: { path: '^(apps|libs|dev/testing)/', pathNot: '^apps/gateway/' },
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
