import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, fieldCodes } from '@carillon/contracts';
import { Controller, Get, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { ignoredBody } from '../../http/body';
import { Foreign } from '../../http/routes';
import { digestOf, htmlPage, pageHeaders } from '../../http/html-page';
import { Operation } from '../../openapi/operation';
import { statusOf } from '../../http/problems/problem';
import { advice, fieldAdvice } from './advice';

/** The page to which every problem's `type` links. */
@Controller('api/docs/errors')
export class ErrorsController {
  @Get()
  @Foreign({ body: ignoredBody })
  @Operation({
    summary: 'Read the error reference',
    description: 'Returns a page with all error codes and how to resolve them.',
    answer: { media: { 'text/html': Type.String() } },
  })
  errors(@Res() reply: FastifyReply): void {
    void reply.headers(headers).send(errorsPage);
  }
}

/** The contrast is at least 7:1 for text and at least 4.5:1 for other elements (WCAG 2.2, 1.4.6 and 1.4.11). */
const style = `
:root { color-scheme: light dark; --text: #1b1b1f; --faint: #4d4d57; --ground: #fbfbfd; --card: #fff; --line: #d9d9e0;
  --link: #0b4aa8; --code: #f0f0f4; --found: #fff4cf; --client: #7a3b00; --client-ground: #fdeedd; --ours: #8e1420; --ours-ground: #fde7e8 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6ea; --faint: #b4b4bf; --ground: #17171a; --card: #1f1f24; --line: #3a3a43; --link: #a9c7ff; --code: #2b2b32;
    --found: #3b3413; --client: #ffd2a3; --client-ground: #3d2a14; --ours: #ffc2c5; --ours-ground: #471a1e }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1.5rem }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem 6rem; overflow-wrap: break-word }
h1 { margin: 0 0 .75rem; font-size: 2rem; line-height: 1.2 }
h2 { margin: 3rem 0 1rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: 0 0 .75rem; max-width: 44rem }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem }
code, pre { font: .9375em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { padding: .1em .3em; border-radius: .3em; background: var(--code) }
pre { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); overflow-x: auto }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
nav a { display: block; min-width: 44px; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card);
  text-align: center; text-decoration: none; font-variant-numeric: tabular-nums }
nav a:hover { border-color: var(--link) }
article { margin: 0 0 .75rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
article:target { background: var(--found); border-color: currentColor }
article h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin: 0 0 .35rem; font-size: 1.0625rem }
article h3 a { color: inherit; text-decoration: none }
article h3 a:hover { text-decoration: underline }
article h3 code { padding: 0; background: none; font-weight: 650 }
article p { margin: 0 }
article p.title { color: var(--faint); margin-bottom: .35rem }
.status { padding: .05rem .5rem; border-radius: 1rem; background: var(--client-ground); color: var(--client); font-size: .875rem;
  font-weight: 600; font-variant-numeric: tabular-nums }
.status.ours { background: var(--ours-ground); color: var(--ours) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .6rem 1.25rem; margin: 0 }
dt code { background: none; padding: 0; font-weight: 600 }
dd { margin: 0 }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: .1rem } dd { margin: 0 0 .7rem } main { padding-top: 1.5rem } }
`;

/** Prevents the page from loading, running, submitting, or framing anything. */
const policy = [
  "default-src 'none'",
  `style-src ${digestOf(style)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
const headers = { ...pageHeaders(policy), 'cache-control': 'public, max-age=300' };

const SERVER_ERROR = 500;

const codes = Object.keys(errorCodes) as ErrorCode[];
const byStatus = [...Map.groupBy(codes, statusOf)].sort(([a], [b]) => a - b);

/** Lists every code with its advice, at the anchor that a problem's `type` names. */
const errorsPage = htmlPage({
  title: 'Errors · Carillon',
  style,
  body: `<main>
<h1>Errors</h1>
<p>Errors are problem documents (RFC 9457, <code>application/problem+json</code>). Branch on <code>code</code>. The <code>title</code> is the
same for each code. The <code>detail</code> is for people and can change. If you ask for help, provide the <code>requestId</code>.</p>
<pre>${escaped(JSON.stringify(example(), null, 2))}</pre>
<nav aria-label="Codes by status"><ul>
${byStatus.map(([status]) => `<li><a href="#${status}">${status}</a></li>`).join('\n')}
<li><a href="#fields">fields</a></li>
</ul></nav>
${byStatus.map(([status, ofStatus]) => section(status, ofStatus)).join('\n')}
<h2 id="fields">Field codes</h2>
<p>Each member of <code>errors</code> has a <code>field</code>: a dotted path with indexes (<code>groups.1</code>). It begins with
<code>query.</code> for query parameters, and is empty for the whole body.</p>
<dl>
${fieldCodes.map((code) => `<dt><code>${code}</code></dt><dd>${marked(fieldAdvice[code])}</dd>`).join('\n')}
</dl>
</main>`,
});

function example(): object {
  const code = 'validation_failed';
  const { title } = errorCodes[code];
  return {
    type: `/api/docs/errors#${code}`,
    title,
    status: statusOf(code),
    code,
    detail: title,
    errors: [{ field: 'groups.1', code: 'invalid_id', detail: 'An ID has 24 lowercase hexadecimal digits' }],
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

/** Marks text between backticks as code. */
function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
