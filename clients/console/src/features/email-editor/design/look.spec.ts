import { textColorOn as colorOn } from '@carillon/content';
import { defaultDesignStyle, fontFamilies as families } from '@carillon/contracts';
import { defaultStyle, fontFamilies, textColorOn } from './look';

it('is the look of sent emails', () => {
  expect({ defaultStyle, fontFamilies }).toEqual({
    defaultStyle: defaultDesignStyle,
    fontFamilies: families,
  });
});

it('has the text colors of sent emails on backgrounds', () => {
  const parts = ['00', '33', '66', '75', '80', '99', 'cc', 'ff'];
  const colors = parts.flatMap((red) =>
    parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
  );
  expect(colors.map(textColorOn)).toEqual(colors.map(colorOn));
});
