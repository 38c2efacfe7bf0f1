import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '@carillon/platform';
import { parseAllDocuments } from 'yaml';
import { helm, kubeconform, schemasOf } from './programs';

const run = promisify(execFile);
const LONG = { maxBuffer: 16 * 1024 * 1024 };

export const chart = resolve(__dirname, '..', 'carillon');

/** The fields of an object that tests read. The Kubernetes schemas check the complete object. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

export type Labels = Readonly<Record<string, string>>;

export interface Container {
  name: string;
  image: string;
  command: string[];
  env: EnvVariable[];
  ports?: { name: string; containerPort: number }[];
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
}

interface EnvVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
}

interface Probe {
  httpGet: { path: string; port: string };
}

export interface PodTemplate {
  metadata: { labels: Labels };
  spec: {
    containers: Container[];
    initContainers?: Container[];
    securityContext: Record<string, unknown>;
    serviceAccountName: string;
    automountServiceAccountToken: boolean;
    terminationGracePeriodSeconds?: number;
    volumes: Record<string, unknown>[];
  };
}

export interface Deployment extends KubernetesObject {
  spec: { replicas?: number; selector: { matchLabels: Labels }; template: PodTemplate };
}

export interface Job extends KubernetesObject {
  spec: { template: PodTemplate };
}

export interface Service extends KubernetesObject {
  spec: { type: string; selector: Labels; ports: { name: string; port: number; targetPort: string }[] };
}

export interface NetworkPolicy extends KubernetesObject {
  spec: {
    podSelector: { matchLabels: Labels };
    policyTypes: string[];
    ingress?: PolicyRule[];
    egress: PolicyRule[];
  };
}

export interface PolicyRule {
  ports: { port: number | string; protocol: string }[];
  from?: unknown[];
  to?: { ipBlock?: { cidr: string; except: string[] } }[];
}

/** The objects that Helm renders from the chart, by kind. */
export class Rendered {
  constructor(
    readonly yaml: string,
    readonly all: readonly KubernetesObject[],
  ) {}

  get deployments(): Deployment[] {
    return this.of<Deployment>('Deployment');
  }

  get policies(): NetworkPolicy[] {
    return this.of<NetworkPolicy>('NetworkPolicy');
  }

  of<T extends KubernetesObject>(kind: string): T[] {
    return this.all.filter((object): object is T => object.kind === kind);
  }

  /** The pod templates of all Deployments and Jobs. */
  get pods(): PodTemplate[] {
    return [...this.deployments, ...this.of<Job>('Job')].map(({ spec }) => spec.template);
  }

  get containers(): Container[] {
    return this.pods.flatMap(({ spec }) => [...(spec.initContainers ?? []), ...spec.containers]);
  }

  /** The container of an app. */
  container(app: string): Container {
    const found = this.deployments
      .flatMap(({ spec }) => spec.template.spec.containers)
      .find(({ name }) => name === app);
    if (found === undefined) throw new Error(`There is no container of ${app}`);
    return found;
  }
}

/** The path of a values file in the folder `values`. */
function valuesFile(name: string): string {
  return join(__dirname, 'values', `${name}.yaml`);
}

/** Runs `helm template` with a values file and more options. Rejects with Helm's output if Helm refuses them. */
export async function render(values: string, ...options: string[]): Promise<Rendered> {
  const args = ['template', 'tower', chart, '--namespace', 'bells', '--values', valuesFile(values)];
  const { stdout } = await run(helm, [...args, ...options], LONG);
  const documents = parseAllDocuments(stdout);
  if (!Array.isArray(documents)) throw new Error('Helm rendered nothing');
  const problem = documents.flatMap(({ errors }) => errors)[0];
  if (problem !== undefined) throw problem;
  const objects = documents.map((document) => document.toJS() as KubernetesObject | null);
  return new Rendered(
    stdout,
    objects.filter((object) => object !== null),
  );
}

/** Runs `helm lint --strict` and returns its output. Rejects with the output if Helm finds a problem. */
export async function lint(values: string): Promise<string> {
  return (await run(helm, ['lint', '--strict', chart, '--values', valuesFile(values)], LONG)).stdout;
}

interface ValidationReport {
  resources: { kind: string; name: string; status: string; msg: string }[];
  summary: { valid: number };
}

/**
 * Counts the objects that match the schemas of a Kubernetes release and its extensions, and returns the errors in the
 * other objects.
 */
export async function validate(
  yaml: string,
  release: string,
): Promise<{ valid: number; problems: string[] }> {
  const patterns = schemasOf(release).flatMap((pattern) => ['-schema-location', pattern]);
  const args = ['-strict', '-summary', '-output', 'json', ...patterns];
  const running = run(kubeconform, args, LONG);
  running.child.stdin?.end(yaml);
  const { stdout } = await running.catch((error: unknown) => error as { stdout: string });
  const { resources, summary } = JSON.parse(stdout) as ValidationReport;
  return {
    valid: summary.valid,
    problems: resources.map(({ kind, name, status, msg }) => `${kind} ${name}: ${status}: ${msg}`),
  };
}

/** The environment of a container's process, with the given values in place of references to Secrets. */
export function environmentOf({ env }: Container, secrets: Environment = {}): Environment {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [name, valueFrom?.secretKeyRef ? secrets[name] : value]),
  );
}
