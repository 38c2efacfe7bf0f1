import { provideProgram } from '../../../dev/testing/src/fetched-programs';
import { provideImages } from './debian';
import { type Engine, findEngine } from './engine';

declare global {
  var carillonEngine: Engine | undefined;
}

/** Finds or starts a Docker engine with the base images, and passes the engine to the tests in TEST_ENGINE. */
export default async function setUp(): Promise<void> {
  await provideProgram('docker', async (options) => {
    const engine = await findEngine(options);
    globalThis.carillonEngine = engine;
    options.note(`with ${engine.name}`);
    await provideImages(engine, options);
    const { environment, buildOptions } = engine;
    process.env.TEST_ENGINE = JSON.stringify({ environment, buildOptions });
  });
}
