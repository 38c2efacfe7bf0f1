const jsonRanges = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json']);
const refused = /^q=0(?:\.0{0,3})?$/i;

/**
 * Whether a client accepts JSON, according to its `Accept` header (RFC 9110 §12.5.1). Without the header, it accepts
 * anything.
 */
export function takesJson(accept: string | undefined): boolean {
  return takes(accept, jsonRanges);
}

/** Whether a client accepts this media type. */
export function takesType(accept: string | undefined, type: string): boolean {
  const [group = ''] = type.split('/', 1);
  return takes(accept, new Set(['*/*', `${group}/*`, type]));
}

function takes(accept: string | undefined, ranges: ReadonlySet<string>): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    return ranges.has(type.toLowerCase()) && !parameters.some((parameter) => refused.test(parameter));
  });
}
