import { mediaLimits as limitsOfApi } from '@carillon/contracts';
import { mediaLimits } from './media-limits';

it('are the limits of the API', () => {
  expect(mediaLimits).toEqual(limitsOfApi);
});
