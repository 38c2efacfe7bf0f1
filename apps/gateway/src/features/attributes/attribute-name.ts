import { Buffer } from 'node:buffer';
import { AppError } from '@carillon/contracts';
import { extraDataLimits, keyIssues } from '@carillon/input';
import { Existing } from '../../http/input/path-id';
import { type Rule, stringRule } from '../../http/input/rule';

/** The name of an attribute. */
export const nameRule: Rule = stringRule(
  { minLength: 1, maxLength: extraDataLimits.key, examples: ['birthday'] },
  keyIssues,
);

/** Marks a name in base64url. */
const MARK = '~';

/**
 * The name of an attribute in a path: percent-encoded, or `~` and the name in base64url. The second form is for names
 * that clients and proxies change or refuse in a path: `.`, `..`, and names with slashes. A name that begins with `~`
 * needs it, too.
 */
class AttributeName extends Existing {
  constructor() {
    super(
      'attribute',
      stringRule({ minLength: 1, examples: ['birthday'] }, () => []),
    );
  }

  override transform(text: string): string {
    const name = text.startsWith(MARK) ? Buffer.from(text.slice(MARK.length), 'base64url').toString() : text;
    if (nameRule.issues(name, {}).length > 0) throw new AppError(this.missing);
    return name;
  }
}

export const existingAttribute = new AttributeName();
