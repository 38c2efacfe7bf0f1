import { provideProgram } from '../../../dev/testing/src/fetched-programs';
import { provideActionlint, providePrograms } from './programs';

/**
 * Downloads Helm, kubeconform, and the Kubernetes schemas for the chart tests, and builds actionlint for the tests of
 * the publishing workflows.
 */
export default async function setUp(): Promise<void> {
  await provideProgram('helm', providePrograms);
  await provideProgram('actionlint', provideActionlint);
}
