import { provideProgram } from '../../../dev/testing/src/fetched-programs';
import { provideActionlint, providePrograms } from './programs';

/** Fetches Helm, kubeconform and Kubernetes' schemas for the tests of the chart, actionlint for those of what publishes it. */
export default async function setUp(): Promise<void> {
  await provideProgram('helm', providePrograms);
  await provideProgram('actionlint', provideActionlint);
}
