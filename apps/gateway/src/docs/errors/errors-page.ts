import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, fieldCodes } from '@carillon/contracts';
import { statusOf } from '../../problems/problem';
import { advice, fieldAdvice } from './advice';
import { style } from './style';

const SERVER_ERROR = 500;

const codes = Object.keys(errorCodes) as ErrorCode[];
const byStatus = [...Map.groupBy(codes, statusOf)].sort(([a], [b]) => a - b);

/** Every code with what to do about it, at the anchor that a problem's `type` names. */
export const errorsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Carillon</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>An error is a problem as RFC 9457 has it, <code>application/problem+json</code>. Branch on <code>code</code>; <code>title</code> is the
same for each code, <code>detail</code> is for people and may change. Tell us the <code>requestId</code> when you ask for help.</p>
<pre>${escaped(JSON.stringify(example(), null, 2))}</pre>
<nav aria-label="Codes by status"><ul>
${byStatus.map(([status]) => `<li><a href="#${status}">${status}</a></li>`).join('\n')}
<li><a href="#fields">fields</a></li>
</ul></nav>
${byStatus.map(([status, ofStatus]) => section(status, ofStatus)).join('\n')}
<h2 id="fields">Codes of fields</h2>
<p>Each member of <code>errors</code> has a <code>field</code>: dotted with indexes (<code>groups.1</code>), beginning with
<code>query.</code> for what stands in the query, empty for the body as a whole.</p>
<dl>
${fieldCodes.map((code) => `<dt><code>${code}</code></dt><dd>${marked(fieldAdvice[code])}</dd>`).join('\n')}
</dl>
</main>
</body>
</html>
`;

function example(): object {
  const code = 'validation_failed';
  const { title } = errorCodes[code];
  return {
    type: `/api/docs/errors#${code}`,
    title,
    status: statusOf(code),
    code,
    detail: title,
    errors: [{ field: 'groups.1', code: 'invalid_id', detail: 'An id is 24 lower-case hex digits' }],
    requestId: '6560f0a1b2c3d4e5f6a7b8c9',
  };
}

function section(status: number, ofStatus: readonly ErrorCode[]): string {
  return `<section aria-labelledby="${status}">
<h2 id="${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
${ofStatus.map((code) => article(status, code)).join('\n')}
</section>`;
}

function article(status: number, code: ErrorCode): string {
  const whose = status >= SERVER_ERROR ? 'status ours' : 'status';
  return `<article id="${code}">
<h3><a href="#${code}"><code>${code}</code></a> <span class="${whose}">${status}</span></h3>
<p class="title">${escaped(errorCodes[code].title)}</p>
<p>${marked(advice[code])}</p>
</article>`;
}

/** What stands between backticks is code. */
function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
