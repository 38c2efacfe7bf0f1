import { defaultDesignStyle, fontFamilies as families } from '@carillon/contracts';
import { defaultStyle, fontFamilies } from './look';

it('is the look of sent emails', () => {
  expect({ defaultStyle, fontFamilies }).toEqual({
    defaultStyle: defaultDesignStyle,
    fontFamilies: families,
  });
});
