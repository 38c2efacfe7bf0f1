import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pidOf } from '@carillon/stack';
import { Inspector } from './inspector';

const SAMPLE_EVERY_US = 500;

/** Parses an argument that names services, such as `dispatcher,email-worker`. */
export function servicesIn(argument: string): string[] {
  return argument.split(',').filter((name) => name !== '');
}

/** CPU profiles of some services, for Chrome DevTools or speedscope. */
export class CpuProfiles {
  private constructor(
    private readonly inspectors: ReadonlyMap<string, Inspector>,
    private readonly folder: string,
  ) {}

  static async start(services: readonly string[]): Promise<CpuProfiles> {
    const folder = resolve(process.env.CARILLON_FOLDER ?? '.carillon');
    const inspectors = new Map<string, Inspector>();
    for (const service of services) {
      const inspector = await Inspector.attach(pidOf(service), join(folder, 'logs', `${service}.log`));
      await inspector.ask('Profiler.enable');
      await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
      await inspector.ask('Profiler.start');
      inspectors.set(service, inspector);
    }
    return new CpuProfiles(inspectors, join(folder, 'profiles'));
  }

  /** Returns the paths of the written files. */
  async write(label: string): Promise<string[]> {
    mkdirSync(this.folder, { recursive: true });
    const files: string[] = [];
    for (const [service, inspector] of this.inspectors) {
      const { profile } = await inspector.ask('Profiler.stop');
      const file = join(this.folder, `${service}-${label}.cpuprofile`);
      writeFileSync(file, JSON.stringify(profile));
      inspector.close();
      files.push(file);
    }
    return files;
  }
}
