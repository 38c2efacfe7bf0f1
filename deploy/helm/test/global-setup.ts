import { providePrograms } from './programs';
import { reportMissing } from './with-programs';

/** Fetches Helm, kubeconform and Kubernetes' schemas for the tests of the chart. */
export default async function setUp(): Promise<void> {
  await providePrograms().catch(reportMissing);
}
