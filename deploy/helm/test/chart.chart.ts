import { channelRow, channels, queueNames } from '@carillon/contracts';
import { parseConfig } from '@carillon/platform';
import { describeWith } from '../../../dev/testing/src/fetched-programs';
import { SHUTDOWN_LIMIT_MS } from '../../../libs/platform/src/shutdown-limit';
import { apps, appsWithDatabase, definitionsOf, someSecrets, variablesOf } from './apps';
import { kubernetesReleases } from './programs';
import {
  type Job,
  type KubernetesObject,
  type Labels,
  type NetworkPolicy,
  type PolicyRule,
  type Rendered,
  type Service,
  environmentOf,
  lint,
  render,
  validate,
} from './render';

jest.setTimeout(120_000);

const files = ['default', 'everything', 'elsewhere', 'few'] as const;
type File = (typeof files)[number];
/** The apps that run by default. The mailbox-poller runs only if mailboxes are configured. */
const usual = apps.filter((app) => app !== 'mailbox-poller');
const workers = channels.map((channel) => channelRow(channel).worker);
const secrets = someSecrets();

/** The app that an object belongs to. */
const appOf = ({ metadata }: { metadata: { labels: Labels } }): string =>
  metadata.labels['app.kubernetes.io/component'] ?? '';
const has = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);
const portsOf = (rules: readonly PolicyRule[]): (number | string)[] =>
  rules.flatMap(({ ports }) => ports.map(({ port }) => port));

/** The labels with which an object selects pods, or null if it selects none. */
function selectorOf({ kind, spec }: KubernetesObject): Labels | null {
  const { selector, podSelector } = spec as { selector?: Labels; podSelector?: { matchLabels: Labels } };
  if (kind === 'Service') return selector ?? null;
  if (kind === 'NetworkPolicy') return podSelector?.matchLabels ?? null;
  const matching = selector as { matchLabels: Labels } | undefined;
  return kind === 'PodMonitor' ? null : (matching?.matchLabels ?? null);
}

describeWith('helm', 'the chart', () => {
  const rendered = new Map<File, Rendered>();
  beforeAll(async () => {
    for (const file of files) rendered.set(file, await render(file));
  });
  const chart = (file: File): Rendered => {
    const found = rendered.get(file);
    if (found === undefined) throw new Error(`${file} was not rendered`);
    return found;
  };
  const policyOf = (file: File, app: string): NetworkPolicy => {
    const policy = chart(file).policies.find((each) => appOf(each) === app);
    if (policy === undefined) throw new Error(`There is no network policy of ${app}`);
    return policy;
  };

  describe.each(files)('with the values %s', (file) => {
    it('passes the checks of helm lint', async () => {
      expect(await lint(file)).toContain('0 chart(s) failed');
    });

    it('grants containers only the rights of the restricted standard', () => {
      const { pods, containers } = chart(file);
      expect(pods.length).toBeGreaterThan(0);
      for (const { spec } of pods) {
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(spec.securityContext.runAsUser).not.toBe(0);
        expect(spec.automountServiceAccountToken).toBe(false);
        expect(spec.volumes).toEqual([{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }]);
      }
      for (const { securityContext, volumeMounts } of containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
      }
    });

    it('selects only the pods of one app with each selector', () => {
      const { all, pods, deployments } = chart(file);
      const found = all.flatMap((object) => {
        const selector = selectorOf(object);
        return selector === null
          ? []
          : [
              {
                of: appOf(object),
                pods: pods.filter(({ metadata }) => has(metadata.labels, selector)).map(appOf),
              },
            ];
      });
      expect(found.length).toBeGreaterThan(2 * deployments.length);
      expect(found).toEqual(found.map(({ of }) => ({ of, pods: [of] })));
    });

    it('exposes the API, and no admin port', () => {
      const services = chart(file).of<Service>('Service');
      expect(services.map(appOf)).toEqual(['gateway']);
      for (const { spec } of services) {
        expect(spec.ports).toMatchObject([{ name: 'http', targetPort: 'http' }]);
        const ways = ['Ingress', 'HTTPRoute'].flatMap((kind) => chart(file).of(kind));
        for (const way of ways) expect(JSON.stringify(way.spec)).not.toMatch(/admin|9090/);
      }
      expect(chart(file).container('gateway').ports).toContainEqual({ name: 'http', containerPort: 8080 });
    });

    it('probes the health of each app on its admin port', () => {
      for (const { spec } of chart(file).deployments)
        for (const container of spec.template.spec.containers) {
          const { ADMIN_HOST, ADMIN_PORT } = environmentOf(container);
          expect(ADMIN_HOST).toBe('0.0.0.0');
          expect(container.ports).toContainEqual({ name: 'admin', containerPort: Number(ADMIN_PORT) });
          expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'admin' });
          expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'admin' });
          expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'admin' });
        }
    });

    it('gives each app enough time to stop', () => {
      for (const { spec } of chart(file).deployments) {
        const { containers, terminationGracePeriodSeconds = 30 } = spec.template.spec;
        const before = containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
        expect(terminationGracePeriodSeconds - before).toBeGreaterThan(SHUTDOWN_LIMIT_MS / 1_000);
      }
    });

    it('replaces a pod only when the new one is ready, and drains one pod at a time', () => {
      const { deployments } = chart(file);
      for (const { spec } of deployments)
        expect(spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } });
      const budgets = chart(file).of('PodDisruptionBudget');
      expect(budgets.map(appOf).sort()).toEqual(deployments.map(appOf).sort());
      for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 });
    });

    it('sets the required configuration of each app, and secrets only by reference', () => {
      for (const { spec } of chart(file).deployments)
        for (const container of spec.template.spec.containers) {
          const { name: app, env } = container;
          for (const definition of definitionsOf(app))
            expect(() => parseConfig(definition, environmentOf(container, secrets))).not.toThrow();
          const isSecret = variablesOf(app);
          // The app does not define these variables. Operators set them.
          const own = env.filter(({ name }) => !name.startsWith('OTEL_'));
          expect(own.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef !== undefined])).toEqual(
            own.map(({ name }) => [name, isSecret.get(name)]),
          );
          expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
        }
      expect(chart(file).of('Secret')).toEqual([]);
    });
  });

  it.each(kubernetesReleases)('matches the schemas of Kubernetes %s', async (release) => {
    const objects = files.flatMap((file) => chart(file).all);
    const yaml = files.map((file) => chart(file).yaml).join('\n---\n');
    expect(await validate(yaml, release)).toEqual({ valid: objects.length, problems: [] });
  });

  it('is checked by schemas that refuse invalid objects', async () => {
    const { yaml, all } = chart('everything');
    const broken = yaml
      .replaceAll('containerPort: 8080', 'containerPort: http')
      .replaceAll('scaleTargetRef:', 'scaleTarget:')
      .replaceAll('hostnames:', 'hosts:')
      .replaceAll('podMetricsEndpoints:', 'endpoints:');
    const { valid, problems } = await validate(broken, '1.37');
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(
      [
        'Deployment',
        'HTTPRoute',
        'HorizontalPodAutoscaler',
        'PodMonitor',
        ...workers.map(() => 'ScaledObject'),
      ].sort(),
    );
    expect(valid).toBe(all.length - problems.length);
  });

  it('runs each app of the repository, with two pods on different nodes if possible', () => {
    const { deployments } = chart('default');
    expect(deployments.map(appOf).sort()).toEqual(usual);
    for (const { spec } of deployments) {
      expect(spec.replicas).toBe(2);
      expect(spec.template.spec).toMatchObject({
        topologySpreadConstraints: [
          { topologyKey: 'topology.kubernetes.io/zone' },
          { topologyKey: 'kubernetes.io/hostname' },
        ],
      });
    }
  });

  it('omits apps that are switched off', () => {
    const { all } = chart('few');
    const left = usual.filter((app) => app !== 'sms-worker' && app !== 'whatsapp-worker');
    expect([...new Set(all.map(appOf))].sort()).toEqual(left);
  });

  it('runs all apps from one image, each with its command', () => {
    for (const file of files)
      for (const { name, command } of chart(file).containers.filter(
        ({ command }) => !command.includes('migrate'),
      ))
        expect(command).toEqual(['node', `apps/${name}/main.js`]);
    expect(chart('everything').deployments.map(appOf).sort()).toEqual(apps);
    for (const app of usual) expect(chart('default').container(app).image).toMatch(/^carillon:\d/);
  });

  it('uses the registry, tag, and digest of the image from the values', () => {
    const image = (file: File, app: string): string => chart(file).container(app).image;
    expect(image('everything', 'gateway')).toBe('registry.example.com:5000/team/carillon:0.4.0');
    expect(image('everything', 'email-worker')).toMatch(
      /^registry\.example\.com:5000\/team\/carillon:0\.4\.1@sha256:/,
    );
    expect(image('few', 'campaign')).toMatch(/^own\/bells:0\.4\.0@sha256:/);
    // All containers use the digest of the tag.
    expect(image('few', 'gateway')).toBe('own/bells:0.3.0');
  });

  it('reads each secret from the configured source', () => {
    const { env } = chart('elsewhere').container('account');
    const places = env.flatMap(({ name, valueFrom }) =>
      valueFrom?.secretKeyRef ? [[name, valueFrom.secretKeyRef]] : [],
    );
    expect(Object.fromEntries(places)).toEqual({
      AMQP_URL: { name: 'broker-default-user', key: 'connection_string' },
      MONGO_URL: { name: 'database-admin-carillon', key: 'connectionString.standard' },
      VAULT_KEYS: { name: 'bells', key: 'vault' },
      ERASURE_KEYS: { name: 'bells', key: 'ERASURE_KEYS' },
      BOOTSTRAP_OPERATOR_KEY: { name: 'bells', key: 'BOOTSTRAP_OPERATOR_KEY', optional: true },
      DEFAULT_SMTP_URL: { name: 'bells', key: 'DEFAULT_SMTP_URL', optional: true },
      OIDC_CLIENT_SECRET: { name: 'bells', key: 'OIDC_CLIENT_SECRET', optional: true },
    });
  });

  it('connects to the database of an app as its own user, also in the migration', () => {
    const own = { name: 'database-admin-campaign', key: 'connectionString.standard' };
    const urlOf = (env: { name: string; valueFrom?: { secretKeyRef?: object } }[] = []) =>
      env.find(({ name }) => name === 'MONGO_URL')?.valueFrom?.secretKeyRef;
    expect(urlOf(chart('elsewhere').container('campaign').env)).toEqual(own);
    const { initContainers = [] } = chart('elsewhere').of<Job>('Job')[0]?.spec.template.spec ?? {};
    const step = (app: string) => initContainers.find(({ name }) => name === app);
    expect(urlOf(step('campaign')?.env)).toEqual(own);
    expect(urlOf(step('subscriber')?.env)).toEqual({
      ...own,
      name: 'database-admin-carillon',
    });
  });

  it('uses the public name as the SMTP client name unless another one is set', () => {
    const name = (file: File) => environmentOf(chart(file).container('email-worker')).SMTP_CLIENT_NAME;
    expect(name('everything')).toBe('example.com');
    expect(name('elsewhere')).toBe('out.example.com');
  });

  describe('the migration', () => {
    const job = (file: File): Job | undefined => chart(file).of<Job>('Job')[0];

    it('migrates each database before a release is installed or upgraded, one after the other', () => {
      const { metadata, spec } = job('default') ?? {};
      expect(metadata?.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
      const { initContainers = [], containers = [] } = spec?.template.spec ?? {};
      const steps = [...initContainers, ...containers];
      expect(steps.map(({ name }) => name)).toEqual([
        'account',
        'subscriber',
        'campaign',
        'dispatcher',
        'gateway',
        'webhook-worker',
      ]);
      expect(steps.map(({ name }) => name).sort()).toEqual(appsWithDatabase);
      for (const step of steps) {
        expect(step.command).toEqual(['node', `apps/${step.name}/main.js`, 'migrate']);
        expect(step.image).toBe(chart('default').container(step.name).image);
        expect(environmentOf(step, secrets)).toEqual({
          MONGO_URL: secrets.MONGO_URL,
          DATABASE_PREFIX: 'carillon_',
        });
      }
    });

    it('has its network policy before it runs, and depends on nothing that is created later', () => {
      const { annotations } = policyOf('default', 'migration').metadata;
      const weight = (each?: Record<string, string>) => Number(each?.['helm.sh/hook-weight']);
      expect(weight(annotations)).toBeLessThan(weight(job('default')?.metadata.annotations));
      expect(job('default')?.spec.template.spec.serviceAccountName).toBe('default');
    });

    it('can be left to the services, or switched off', () => {
      const atStart = (file: File) => environmentOf(chart(file).container('campaign')).MIGRATE_AT_START;
      expect([job('everything'), atStart('everything')]).toEqual([undefined, 'true']);
      expect([job('few'), atStart('few')]).toEqual([undefined, 'false']);
      expect(atStart('default')).toBe('false');
    });

    it('does not change apps that are pinned to their release', async () => {
      const held = ['gateway', ...workers];
      const hold = held.flatMap((app) => ['--set', `apps.${app}.image.tag=0.3.0`]);
      const later = await render('default', '--set', 'image.tag=0.4.0', ...hold);
      const before = await render('default', '--set', 'image.tag=0.3.0');
      const template = (of: Rendered, app: string) =>
        of.deployments.find((each) => appOf(each) === app)?.spec.template;
      for (const app of usual)
        if (held.includes(app)) expect(template(later, app)).toEqual(template(before, app));
        else expect(later.container(app).image).toBe('carillon:0.4.0');
    });
  });

  describe('network policies', () => {
    it('allow clients to reach the API, and monitoring to reach the admin ports', () => {
      for (const app of usual) {
        const isGateway = app === 'gateway';
        expect(policyOf('default', app).spec.policyTypes).toEqual(['Ingress', 'Egress']);
        expect(policyOf('default', app).spec.ingress ?? []).toEqual(
          isGateway ? [{ ports: [{ protocol: 'TCP', port: 'http' }] }] : [],
        );
        const rules = policyOf('everything', app).spec.ingress ?? [];
        expect(portsOf(rules)).toEqual(isGateway ? ['http', 'admin'] : ['admin']);
        for (const { from } of rules) expect(from).toHaveLength(1);
      }
    });

    it('keep apps without a database away from it', () => {
      for (const app of apps) {
        const file = usual.includes(app) ? 'default' : 'everything';
        const { spec } = policyOf(file, app);
        if (file === 'everything') {
          expect(portsOf(spec.egress)).toEqual([53, 53, 5672, 143, 993, 4318]);
          continue;
        }
        const ports = portsOf(spec.egress);
        expect(ports).toEqual(expect.arrayContaining([53, 5671, 5672]));
        expect(ports.includes(27017)).toBe(appsWithDatabase.includes(app));
      }
    });

    it('allow workers to reach public hosts, the account service to reach mail servers, and the gateway and the webhook-worker to use HTTPS', () => {
      const outside = (file: File, app: string) =>
        policyOf(file, app).spec.egress.filter(({ ports }) =>
          ports.some(({ port }) => port === 25 || port === 443),
        );
      const reaching: string[] = [...workers, 'account', 'gateway', 'webhook-worker'];
      for (const app of usual.filter((each) => each !== 'email-worker'))
        expect(outside('default', app)).toHaveLength(reaching.includes(app) ? 1 : 0);
      // Email workers reach mail servers, and HTTP senders reach their endpoints over HTTPS.
      expect(outside('default', 'email-worker')).toHaveLength(2);
      const [rule, ofHttp] = outside('default', 'email-worker');
      expect(ofHttp?.ports.map(({ port }) => port)).toEqual([443]);
      expect(rule?.ports.map(({ port }) => port)).toEqual([25, 465, 587, 2525]);
      expect(rule?.to).toMatchObject([
        { ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8']) as string[] } },
        { ipBlock: { cidr: '::/0', except: expect.arrayContaining(['fc00::/7']) as string[] } },
      ]);
      expect(outside('everything', 'email-worker')[0]?.to).toHaveLength(3);
      expect(outside('elsewhere', 'email-worker')[0]?.to).toBeUndefined();
      // The account service also reaches sign-in providers.
      expect(outside('everything', 'account').map(({ ports }) => ports.at(-1)?.port)).toEqual([2525, 443]);
    });
  });

  describe('scaling', () => {
    it('leaves the number of pods to the autoscaler', () => {
      const scaled = chart('everything').deployments.filter(({ spec }) => spec.replicas === undefined);
      expect(scaled.map(appOf).sort()).toEqual(['gateway', ...workers].sort());
      const scalers = ['HorizontalPodAutoscaler', 'ScaledObject'].flatMap((kind) =>
        chart('everything').of(kind),
      );
      expect(scalers.map(({ spec }) => (spec.scaleTargetRef as { name: string }).name).sort()).toEqual(
        scaled.map(({ metadata }) => metadata.name).sort(),
      );
    });

    it.each(channels)('scales workers of %s by waiting recipients, or by hints', (channel) => {
      const trigger = (file: File): unknown => {
        const { worker } = channelRow(channel);
        const object = chart(file)
          .of('ScaledObject')
          .find((each) => appOf(each) === worker);
        return (object?.spec.triggers as unknown[])[0];
      };
      expect(trigger('everything')).toMatchObject({
        type: 'prometheus',
        metadata: {
          query: `max(carillon_recipients_waiting{channel="${channel}"}) or vector(0)`,
          threshold: expect.stringMatching(/^\d+$/) as string,
        },
      });
      const queueName = `deliveries.${channelRow(channel).name}`;
      expect(queueNames).toContain(queueName);
      expect(trigger('elsewhere')).toMatchObject({ type: 'rabbitmq', metadata: { queueName } });
    });
  });

  it('routes the host and the path of publicUrl to the API', () => {
    expect(chart('elsewhere').of('Ingress')[0]?.spec).toMatchObject({
      ingressClassName: 'traefik',
      tls: [{ hosts: ['mail.example.com'], secretName: 'mail-tls' }],
      rules: [{ host: 'mail.example.com' }],
    });
    expect(chart('everything').of('HTTPRoute')[0]?.spec).toMatchObject({
      hostnames: ['example.com'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/mail' } }],
          filters: [{ urlRewrite: { path: { replacePrefixMatch: '/' } } }],
          backendRefs: [{ name: 'bells-gateway', port: 8443 }],
        },
      ],
    });
  });
});
