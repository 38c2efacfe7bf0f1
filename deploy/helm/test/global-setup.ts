import { provideProgram } from '../../../dev/testing/src/fetched-programs';
import { providePrograms } from './programs';

/** Fetches Helm, kubeconform and Kubernetes' schemas for the tests of the chart. */
export default async function setUp(): Promise<void> {
  await provideProgram('helm', providePrograms);
}
