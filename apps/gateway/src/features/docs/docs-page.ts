import { digestOf, htmlPage, pageHeaders } from '../../http/html-page';

/** Relative URLs work behind a proxy that strips a path prefix. */
const script = `
document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#operations',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 4,
  displayRequestDuration: true,
  filter: true,
  showExtensions: false,
  validatorUrl: null,
});
`;

/**
 * Styles that are added to swagger-ui.css: the colors and fonts of the errors page. To make an operation fit on one or
 * two screens, errors, which all look alike, appear as code and title, and links, which are for programs, are hidden.
 */
const style = `
:root { color-scheme: light dark; --text: #1b1b1f; --ground: #fbfbfd; --card: #fff; --line: #d9d9e0; --link: #0b4aa8 }
:root.dark-mode { --text: #e6e6ea; --ground: #17171a; --card: #1f1f24; --line: #3a3a43; --link: #a9c7ff }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
nav { display: flex; gap: 1.25rem; align-items: baseline; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line);
  background: var(--card) }
nav a { color: var(--link); text-underline-offset: .15em }
noscript p { padding: 2rem 1.25rem }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .opblock .opblock-summary-operation-id, .swagger-ui table thead tr td, .swagger-ui table thead tr th,
.swagger-ui .btn, .swagger-ui .tab li, .swagger-ui .response-col_status { font-family: system-ui, sans-serif }
.swagger-ui .wrapper { max-width: 72rem; padding: 0 1.25rem }
.swagger-ui .info { margin: 2rem 0 }
.swagger-ui .info p, .swagger-ui .info li { font-size: 1rem; line-height: 1.55 }
.swagger-ui .scheme-container { background: var(--card); box-shadow: none; border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 0;
  max-width: 69.5rem; margin: 0 auto 1.5rem }
.swagger-ui .opblock { box-shadow: none; border-radius: .6rem }
.swagger-ui .opblock .opblock-summary-path { font-weight: 600 }
.swagger-ui .response-col_links { display: none }
.swagger-ui .responses-table:not(.live-responses-table) .response:is([data-code^="4"], [data-code^="5"])
  :is(.response-controls, .model-example, .example, .headers-wrapper) { display: none }
`;

/** The API's description for people. It loads nothing from other hosts. */
export const docsPage = htmlPage({
  title: 'API · Carillon',
  links: `<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
`,
  style,
  body: `<nav aria-label="Documents"><strong>Carillon</strong><a href="docs/errors">Errors</a><a href="openapi.json">openapi.json</a></nav>
<main id="operations"></main>
<noscript><p>This page requires JavaScript. The API description is in <a href="openapi.json">openapi.json</a>.</p></noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script>${script}</script>`,
});

/** Only the page's own script runs. Requests that readers try out also go to the API's public address. */
export function docsHeaders(publicUrl: string): Record<string, string> {
  return pageHeaders([
    "default-src 'none'",
    `script-src 'self' ${digestOf(script)}`,
    `style-src 'self' ${digestOf(style)}`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
}
