import { unfitCharacters, isLongerThan, issue } from '@carillon/input';
import { Holds, stringRule } from '../../http/input/rule';
import { LINE_PATTERN } from '../../http/input/texts';

const MIN_PASSWORD = 12;
const MAX_PASSWORD = 128;

/** The maximum length of a second-factor code or recovery code. */
export const MAX_CODE = 40;
export const passwordExample = { examples: ['correct horse battery'] };

const passwordRule = (min: number) =>
  stringRule(
    { minLength: min, maxLength: MAX_PASSWORD, format: 'password', pattern: LINE_PATTERN },
    (text) => {
      const unfit = unfitCharacters(text);
      if (unfit.length > 0) return unfit;
      if (text === '') return issue('empty', 'Must not be empty');
      if (Array.from(text).length < min)
        return issue('too_short', `A password must have at least ${min} characters`);
      if (!isLongerThan(text, MAX_PASSWORD)) return [];
      return issue('too_long', `A password can have at most ${MAX_PASSWORD} characters`);
    },
  );
export const newPasswordRule = passwordRule(MIN_PASSWORD);
const passwordFormRule = passwordRule(1);

/** A new password: long, with any characters (NIST SP 800-63B §3.1.1.2). */
export const IsNewPassword = (): PropertyDecorator => Holds('isNewPassword', newPasswordRule);
/** A password to check. */
export const IsPassword = (): PropertyDecorator => Holds('isPassword', passwordFormRule);
