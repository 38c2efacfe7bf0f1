import { hash } from 'node:crypto';

interface HtmlPage {
  title: string;
  /** Links in the head, each on a separate line. */
  links?: string;
  style: string;
  body: string;
  /** English by default. */
  language?: string;
}

/** A complete page for people. */
export function htmlPage({ title, links = '', style, body, language = 'en' }: HtmlPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${links}<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The headers of a page that is limited to the policy, and hides its URL from other sites. */
export function pageHeaders(policy: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** Names an inline style or script in a policy. */
export function digestOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
