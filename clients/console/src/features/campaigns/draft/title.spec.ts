import { en } from '../../../texts/en';
import { titleOf } from './title';

describe('the title of a campaign', () => {
  it('exists even without a name', () => {
    expect(titleOf(' ', en)).toBe('Untitled campaign');
    expect(titleOf('Spring', en)).toBe('Spring');
  });
});
