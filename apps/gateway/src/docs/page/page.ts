import { hash } from 'node:crypto';
import { style } from './style';

/** Relative addresses hold behind a proxy that takes the beginning of the path away. */
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

/** The API's description for people. It loads nothing from elsewhere. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Carillon</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<style>${style}</style>
</head>
<body>
<nav aria-label="Documents"><strong>Carillon</strong><a href="docs/errors">Errors</a><a href="openapi.json">openapi.json</a></nav>
<main id="operations"></main>
<noscript><p>This page is made by a script from <a href="openapi.json">openapi.json</a>.</p></noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script>${script}</script>
</body>
</html>
`;

/** Only the page's own script runs; what is tried out goes to the API at its public address, too. */
export function policyFor(publicUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${digestOf(script)}'`,
    `style-src 'self' '${digestOf(style)}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
